/**
 * The ladder of web addresses: the hosts seen, then a whole domain where enough of its hosts were seen; any public host
 * only by a person's word.
 *
 * @module
 */

import { LADDER } from "../ladder.ts";
import type { StringProfile } from "../profile.ts";
import { cleanSightings, type Ladder, type Rung, sightingsBy } from "../rung.ts";
import { lengthBound, textRung } from "./text_ladder.ts";

/** Web addresses. */
export function urlLadder(profile: StringProfile): Ladder {
  const clean = cleanSightings(profile.values);
  const outside = textRung(lengthBound(profile.maxLength));
  const urls = [...clean.keys()].map((text) => URL.parse(text)).filter((url) => url !== null);
  const hosts = [...sightingsBy(clean, (text) => [URL.parse(text)?.hostname ?? ""]).keys()].filter((host) =>
    host !== ""
  );
  if (hosts.length === 0 || hosts.length > LADDER.maxHosts) {
    return { kind: "url", rungs: [outside], chosen: 0, asksAlways: true };
  }
  const rest = restOf(urls);
  const domains = withDomains(hosts);
  const rungs: Rung[] = [
    hostRung(hosts.sort(), rest, "nothing on other hosts; every address on these"),
    ...(domains.join() === hosts.join()
      ? []
      : [hostRung(domains, rest, "every host of a domain of which several were seen")]),
    {
      condition: { url: { hosts: "public", ...rest } },
      words: "any public host",
      admits: "every host on the internet, also one that collects what it is sent",
      isAutomatic: false,
    },
  ];
  // Several hosts of one domain are evidence for the domain by themselves.
  return { kind: "url", rungs, chosen: rungs.length - 2, outside };
}

interface Rest {
  readonly schemes: readonly string[];
  readonly ports?: readonly number[];
}

/** The schemes that were seen, and the ports where some were not the usual ones. */
function restOf(urls: readonly URL[]): Rest {
  const schemes = [...new Set(urls.map(({ protocol }) => protocol.slice(0, -1)))].sort();
  if (urls.every(({ port }) => port === "")) return { schemes };
  const usual = (protocol: string) => protocol === "http:" || protocol === "ws:" ? 80 : 443;
  const ports = new Set(urls.map(({ port, protocol }) => port === "" ? usual(protocol) : Number(port)));
  return { schemes, ports: [...ports].sort((one, other) => one - other) };
}

function hostRung(hosts: readonly string[], rest: Rest, admits: string): Rung {
  const words = hosts.length === 1 ? "addresses on one host" : `addresses on ${hosts.length} hosts`;
  return { condition: { url: { hosts, ...rest } }, words, admits, isAutomatic: true };
}

/** Puts a domain in place of its hosts where enough of them were seen. A domain of one or two labels is nobody's own. */
export function withDomains(hosts: readonly string[]): string[] {
  const byDomain = Map.groupBy(hosts, (host) => /^[\d.]+$|:/.test(host) ? "" : host.replace(/^[^.]+\./, ""));
  const wide = [...byDomain].filter(([domain, members]) =>
    members.length >= LADDER.hostsForDomain && domain.split(".").length >= 2 && !SHARED_REGEXP.test(domain)
  ).map(([domain]) => domain);
  const left = hosts.filter((host) => !wide.includes(host.replace(/^[^.]+\./, "")));
  return [...left, ...wide.map((domain) => `*.${domain}`)].sort();
}

/** Domains below which anybody may have a host: national second levels, and places that give names away. */
const SHARED_REGEXP =
  /^(?:(?:co|com|net|org|gov|ac|edu|or|ne)\.[a-z]{2}|github\.io|gitlab\.io|pages\.dev|workers\.dev|vercel\.app|netlify\.app|herokuapp\.com|web\.app|firebaseapp\.com|azurewebsites\.net|blob\.core\.windows\.net|s3(?:[.-].*)?\.amazonaws\.com|amazonaws\.com|cloudfront\.net|ngrok\.(?:io|app)|ngrok-free\.app|deno\.dev|fly\.dev|onrender\.com|appspot\.com|run\.app)$/;
