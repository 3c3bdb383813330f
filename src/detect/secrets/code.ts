/**
 * Secrets of code hosts, package registries and CI, by the forms that GitHub, GitLab, Atlassian, Sourcegraph, npm, PyPI,
 * RubyGems, crates.io, NuGet, Docker, JFrog, Deno, CircleCI, Buildkite, Sentry, New Relic, Dynatrace, Grafana, Sonar and
 * others document.
 *
 * @module
 */

import { hasChecksum } from "./crc32.ts";
import type { NamedRule, TokenRule } from "./secret_rule.ts";

const UUID_REGEXP = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Tokens with a form of their own. */
export const CODE_TOKENS: readonly TokenRule[] = [
  {
    id: "github-token",
    keywords: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
    pattern: /gh[pousr]_[A-Za-z0-9]{36,251}/y,
    proof: hasChecksum,
  },
  {
    id: "github-fine-grained-token",
    keywords: ["github_pat_"],
    pattern: /github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}/y,
  },
  {
    id: "gitlab-token",
    keywords: [
      ...[
        "glpat-",
        "gldt-",
        "glrt-",
        "glcbt-",
        "glptt-",
        "glft-",
        "glsoat-",
        "glffct-",
        "glimt-",
        "glagent-",
        "gloas-",
      ],
      "glrtr-",
    ],
    pattern:
      /gl(?:pat|dt|rt|rtr|cbt|ptt|ft|soat|ffct|imt|agent|oas)-(?:[\w-]{2,4}_)?[\w-]{20,300}(?:\.[0-9a-z]{2}\.[0-9a-z]{7,9})?/y,
  },
  { id: "gitlab-runner-registration", keywords: ["gr1348941"], pattern: /GR1348941[\w-]{20}/y },
  { id: "atlassian-token", keywords: ["atatt3", "atctt3"], pattern: /AT[AC]TT3[\w=-]{60,250}/y },
  { id: "bitbucket-app-password", keywords: ["atbb"], pattern: /ATBB[A-Za-z0-9]{24,32}/y },
  { id: "trello-token", keywords: ["atta"], pattern: /ATTA[a-f0-9]{64,72}/y },
  {
    id: "sourcegraph-token",
    keywords: ["sgp_", "sgd_"],
    pattern: /(?:sgp_(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}|sgd_[a-f0-9]{64})/y,
  },
  { id: "npm-token", keywords: ["npm_"], pattern: /npm_[A-Za-z0-9]{36}/y, proof: hasChecksum },
  {
    id: "pypi-token",
    keywords: ["pypi-ageic", "pypi-agend"],
    pattern: /pypi-AgE(?:IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZ)[\w-]{50,1000}/y,
  },
  { id: "rubygems-key", keywords: ["rubygems_"], pattern: /rubygems_[a-f0-9]{48}/y },
  { id: "crates-io-token", keywords: ["cio"], pattern: /cio[A-Za-z0-9]{32}/y, check: hasDigit },
  { id: "nuget-key", keywords: ["oy2"], pattern: /oy2[a-z0-9]{43}/y },
  { id: "docker-hub-token", keywords: ["dckr_pat_", "dckr_oat_"], pattern: /dckr_[po]at_[\w-]{27,32}/y },
  { id: "clojars-token", keywords: ["clojars_"], pattern: /CLOJARS_[a-z0-9]{60}/y },
  { id: "packagist-token", keywords: ["packagist_"], pattern: /packagist_[ou][ru]t_[a-f0-9]{68}/y },
  { id: "jfrog-api-key", keywords: ["akcp"], pattern: /AKCp[A-Za-z0-9]{60,75}/y },
  { id: "jfrog-reference-token", keywords: ["cmvmdgtu"], pattern: /cmVmdGtu[A-Za-z0-9]{50,60}/y },
  { id: "deno-deploy-token", keywords: ["ddp_", "ddw_", "ddo_"], pattern: /dd[pwo]_[A-Za-z0-9]{36,40}/y },
  { id: "circleci-token", keywords: ["ccipat_", "cciprj_"], pattern: /CCIP(?:AT|RJ)_[A-Za-z0-9]{22}_[a-f0-9]{40}/y },
  { id: "buildkite-token", keywords: ["bkua_", "bkat_", "bkct_"], pattern: /bk(?:ua|at|ct)_[A-Za-z0-9]{40,64}/y },
  { id: "sentry-org-token", keywords: ["sntrys_"], pattern: /sntrys_eyJ[\w=+/]{40,400}_[\w+/]{40,46}/y },
  { id: "sentry-user-token", keywords: ["sntryu_"], pattern: /sntryu_[a-f0-9]{64}/y },
  { id: "newrelic-user-key", keywords: ["nrak-"], pattern: /NRAK-[A-Z0-9]{27}/y },
  { id: "newrelic-insert-key", keywords: ["nrii-"], pattern: /NRII-[\w-]{32}/y },
  { id: "newrelic-license-key", keywords: ["nral"], lead: 36, pattern: /[a-f0-9]{36}NRAL/y },
  {
    id: "dynatrace-token",
    keywords: ["dt0c01.", "dt0c02.", "dt0s01.", "dt0s02."],
    pattern: /dt0[cs]0[12]\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}/y,
  },
  { id: "honeycomb-key", keywords: ["hcaik_", "hcxik_", "hcxmk_"], pattern: /hc(?:aik|xik|xmk)_[a-z0-9]{50,60}/y },
  { id: "grafana-service-token", keywords: ["glsa_"], pattern: /glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}/y },
  { id: "grafana-cloud-token", keywords: ["glc_eyj"], pattern: /glc_eyJ[A-Za-z0-9+/]{60,400}={0,2}/y },
  { id: "grafana-api-key", keywords: ["eyjrijoi"], pattern: /eyJrIjoi[A-Za-z0-9+/]{60,400}={0,2}/y },
  { id: "sonar-token", keywords: ["squ_", "sqp_", "sqa_"], pattern: /sq[upa]_[a-f0-9]{40}/y },
  {
    id: "snyk-token",
    keywords: ["snyk_uat.", "snyk_sat."],
    pattern: /snyk_[us]at\.[a-f0-9]{8}\.[\w-]{40,400}(?:\.[\w-]{40,400})?/y,
  },
  {
    id: "launchdarkly-key",
    keywords: ["sdk-", "api-"],
    pattern: /(?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/y,
  },
  { id: "statsig-secret", keywords: ["secret-"], pattern: /secret-[A-Za-z0-9]{40,48}/y },
  { id: "posthog-personal-key", keywords: ["phx_"], pattern: /phx_[A-Za-z0-9]{40,60}/y },
  { id: "prefect-key", keywords: ["pnu_", "pnb_"], pattern: /pn[ub]_[A-Za-z0-9]{36}/y },
  { id: "inngest-signing-key", keywords: ["signkey-"], pattern: /signkey-(?:prod|test|branch)-[a-f0-9]{32,64}/y },
  {
    id: "trigger-key",
    keywords: ["tr_prod_", "tr_dev_", "tr_stg_", "tr_pat_"],
    pattern: /tr_(?:prod|dev|stg|pat)_[A-Za-z0-9]{20,44}/y,
  },
  { id: "postman-key", keywords: ["pmak-"], pattern: /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/y },
  { id: "apify-token", keywords: ["apify_api_"], pattern: /apify_api_[A-Za-z0-9]{36}/y },
  { id: "maxmind-key", keywords: ["_mmk"], lead: 36, pattern: /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk/y },
  { id: "rapid7-key", keywords: ["exploit-"], pattern: /exploit-[a-f0-9]{40}/y },
];

/** Values without a form of their own, next to the vendor's name. */
export const CODE_NAMED: readonly NamedRule[] = [
  {
    id: "github-oauth-secret",
    names: ["github_client", "github_secret", "github_token", "gh_token"],
    value: /^[a-f0-9]{40}$/,
  },
  { id: "gitea-token", names: ["gitea", "forgejo", "gogs"], value: /^[a-f0-9]{40}$/ },
  { id: "azure-devops-token", names: ["azure_devops", "ado_pat", "vsts", "azdo"], value: /^[a-z2-7]{52}$/ },
  { id: "codecov-token", names: ["codecov"], value: UUID_REGEXP },
  { id: "coveralls-token", names: ["coveralls"], value: /^[A-Za-z0-9]{33}$/ },
  { id: "travis-token", names: ["travis"], value: /^[\w-]{22}$/ },
  { id: "drone-token", names: ["drone"], value: /^[A-Za-z0-9]{32}$/ },
  { id: "jenkins-token", names: ["jenkins"], value: /^11[a-f0-9]{32}$/, confidence: "likely" },
  { id: "circleci-legacy-token", names: ["circle_token", "circleci"], value: /^[a-f0-9]{40}$/ },
  {
    id: "datadog-key",
    names: ["datadog", "dd_api", "dd_app", "dd_application"],
    value: /^[a-f0-9]{32}(?:[a-f0-9]{8})?$/,
  },
  { id: "rollbar-token", names: ["rollbar"], value: /^[a-f0-9]{32}$/ },
  { id: "opsgenie-key", names: ["opsgenie"], value: UUID_REGEXP },
  { id: "pagerduty-key", names: ["pagerduty", "pager_duty"], value: /^[\w+-]{20}$/ },
  { id: "snyk-key", names: ["snyk"], value: UUID_REGEXP },
  { id: "sonar-legacy-token", names: ["sonar"], value: /^[a-f0-9]{40}$/ },
  {
    id: "npm-auth",
    names: ["_authtoken", "_auth", "npm_auth"],
    value: /^(?:[A-Za-z0-9+/]{16,}={0,2}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
    confidence: "likely",
  },
  { id: "algolia-key", names: ["algolia"], value: /^[a-f0-9]{32}$/ },
];

function hasDigit(match: string): boolean {
  return /\d/.test(match);
}
