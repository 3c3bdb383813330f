/**
 * The files of a policy, merged for one server and compiled. Patterns and variables are checked here, so their problems
 * come from here.
 *
 * @module
 */

import { compileEntries } from "./compile_entry.ts";
import { compileWhen } from "./compile_when.ts";
import type { CompiledPolicy, PolicyOptions, Trust } from "./compiled_policy.ts";
import type { FileView } from "../guards/file_view.ts";
import { type CommandParser, loadCommandParser } from "../guards/shell.ts";
import type { Compiler, Condition, World } from "./condition/condition.ts";
import { DETECTOR_KINDS, type DetectorKind } from "../detect/finding.ts";
import type { newScanner } from "../detect/scan.ts";
import type { planEdits } from "./redaction.ts";
import { buildGates, type Detection } from "./keyword_gates.ts";
import type { Layer } from "./load_policy.ts";
import { loadRegexEngine, type Regex, type RegexEngine } from "./pattern/regex.ts";
import type { Entry, Policy, PolicyPart, ResponseRule, Rule, ServerPart, SetVariable, Suppression } from "./policy.ts";
import type { Problem, ProblemCode } from "./problem.ts";
import { buildRuleSet } from "./rule_set.ts";
import { expandVariables, type Variables } from "./variables.ts";

/** For whom a policy is compiled. */
export interface CompileOptions {
  readonly variables: Variables;
  readonly server: string;
  readonly command: readonly string[];
  readonly trust: Trust;
  readonly view?: FileView | undefined;
  readonly workingFolder?: string | undefined;
}

/** A compiled policy, unusable while there are problems. */
export interface CompileResult {
  readonly policy?: CompiledPolicy | undefined;
  readonly problems: readonly Problem[];
}

/** One file's part that counts for the server: the server's own first, then what the file says for all. */
interface LayerPart {
  readonly layer: Layer;
  readonly part: PolicyPart;
  readonly compiler: Compiler;
}

/** What all compilers of one policy share. */
interface Shared {
  readonly engine: RegexEngine | undefined;
  readonly shell: CommandParser | undefined;
  readonly world: World;
  readonly variables: Variables;
  readonly regexes: Map<string, Regex>;
  readonly gateKeywords: (readonly string[])[];
  readonly gateNumbers: Map<string, number>;
  readonly detects: Set<DetectorKind>;
  readonly detectors: DetectorModules | undefined;
  readonly problems: Map<string, Problem>;
}

/** Compiles layers, given in the order in which their rules count. */
export async function compileAll(layers: readonly Layer[], options: CompileOptions): Promise<CompileResult> {
  await Promise.all(layers.flatMap(({ policy }) => partsOf(policy).flatMap(conditionsOf)).map(loadCondition));
  const needsEngine = layers.some(({ policy }) => partsOf(policy).some(needsEngineFor));
  const needsShell = layers.some(({ policy }) =>
    partsOf(policy).some((part) => conditionsOf(part).some((condition) => condition.needsShell))
  );
  const { view, workingFolder, variables } = options;
  const shared: Shared = {
    shell: needsShell ? await loadCommandParser() : undefined,
    world: { view, workingFolder, home: variables.home },
    engine: needsEngine ? await loadRegexEngine() : undefined,
    variables: options.variables,
    regexes: new Map(),
    gateKeywords: [],
    gateNumbers: new Map(),
    detects: new Set(),
    detectors: layers.some(({ policy }) => partsOf(policy).some(detectsSomething)) ? await loadDetectors() : undefined,
    problems: new Map(),
  };
  const compilers = new Map(layers.map((layer) => [layer, compilerFor(layer.policy.file, shared)]));
  const parts = layers.flatMap((layer) => {
    const compiler = compilers.get(layer);
    if (compiler === undefined) return [];
    const own = layer.policy.servers.filter((server) => isFor(server, options));
    return [...own, layer.policy].map((part): LayerPart => ({ layer, part, compiler }));
  });
  checkOtherServers(layers, options, compilers);
  const policy = assemble(layers, parts, options, shared);
  return { policy, problems: [...shared.problems.values()] };
}

/** An untrusted policy has no say about servers. */
function isFor(server: ServerPart, { server: name, command, trust }: CompileOptions): boolean {
  if (trust === "untrusted" || server.name !== name) return false;
  const { command: wanted } = server;
  if (wanted === undefined) return true;
  return wanted.length === command.length && wanted.every((part, index) => part === command[index]);
}

function partsOf(policy: Policy): PolicyPart[] {
  return [policy, ...policy.servers];
}

function needsEngineFor(part: PolicyPart): boolean {
  return part.secrets !== undefined || conditionsOf(part).some((condition) => condition.needsEngine);
}

/** What finds, and what takes out; loaded for policies that ask for it. */
interface DetectorModules {
  readonly newScanner: typeof newScanner;
  readonly planEdits: typeof planEdits;
}

async function loadDetectors(): Promise<DetectorModules> {
  const [scan, redaction] = await Promise.all([import("../detect/scan.ts"), import("./redaction.ts")]);
  return { newScanner: scan.newScanner, planEdits: redaction.planEdits };
}

function detectsSomething(part: PolicyPart): boolean {
  return [...part.rules, ...part.responses].some(({ when }) => when.detectors !== undefined) ||
    conditionsOf(part).some((condition) => hasDetector(condition));
}

function hasDetector({ kind, inner }: Condition): boolean {
  return (DETECTOR_KINDS as readonly string[]).includes(kind) || inner.some(hasDetector);
}

function conditionsOf(part: PolicyPart): Condition[] {
  const entries = [...part.tools, ...part.methods].flatMap(({ args }) => args?.conditions ?? []);
  const whens = [...part.rules, ...part.responses].map(({ when }) => when);
  return [...entries, ...whens.flatMap(({ args }) => args ?? [])].map(({ condition }) => condition)
    .concat(whens.flatMap(({ any }) => any ?? []));
}

/** Loads what a condition and those inside it need. */
async function loadCondition(condition: Condition): Promise<void> {
  await condition.load?.();
  await Promise.all(condition.inner.map(loadCondition));
}

/** Parts for other servers do not count here, but their faults are found all the same. */
function checkOtherServers(
  layers: readonly Layer[],
  options: CompileOptions,
  compilers: ReadonlyMap<Layer, Compiler>,
): void {
  for (const layer of layers) {
    const compiler = compilers.get(layer);
    const others = layer.policy.servers.filter((server) => !isFor(server, options));
    if (compiler === undefined) continue;
    for (const part of others) {
      for (const condition of conditionsOf(part)) condition.compile(compiler);
      checkSecrets(part, compiler);
    }
  }
}

function checkSecrets(part: PolicyPart, compiler: Compiler): void {
  for (const { regex, place } of part.secrets?.patterns ?? []) compiler.regex(regex, place);
}

function assemble(
  layers: readonly Layer[],
  parts: readonly LayerPart[],
  options: CompileOptions,
  shared: Shared,
): CompiledPolicy | undefined {
  const [first] = layers;
  if (first === undefined) return undefined;
  const rules = parts.flatMap(({ layer, part, compiler }) =>
    part.rules.map((rule) => compileRule(rule, layer, compiler, rule.then === "allow" ? "admit" : "refuse"))
  );
  const responses = parts.flatMap(({ layer, part, compiler }) =>
    part.responses.map((rule) => compileRule(rule, layer, compiler, rule.then === "allow" ? "admit" : "refuse"))
  );
  const tools = compileEntries(mergeEntries(parts, ({ tools: entries }) => entries));
  const methods = compileEntries(mergeEntries(parts, ({ methods: entries }) => entries));
  for (const { part, compiler } of parts) checkSecrets(part, compiler);
  const set = setVariables(parts);
  // A set pays for expressions that no keyword keeps from being run.
  const sources = [...shared.regexes.values()].filter((regex) => regex.keywords === undefined).map(({ source }) =>
    source
  );
  const { engine } = shared;
  return {
    file: first.policy.file,
    trust: options.trust,
    mode: first.policy.mode ?? "enforce",
    default: firstOf(parts, ({ layer, part }) => layer === first ? part.default : undefined) ?? "deny",
    tools,
    methods,
    rules: buildRuleSet(rules),
    responses: buildRuleSet(responses),
    suppress: suppressions(parts),
    gates: buildGates(
      shared.gateKeywords,
      sources,
      engine && ((all) => engine.compileSet(all)),
      detectionFor(parts, shared),
    ),
    tests: first.policy.tests,
    ...mergeOptions(layers, parts, set),
  };
}

/** Of a variable that several parts set, the first counts; `${...}` in it has its value now. */
function setVariables(parts: readonly LayerPart[]): readonly SetVariable[] {
  const byName = new Map<string, SetVariable>();
  for (const { part, compiler } of parts) {
    for (const variable of part.environment?.set ?? []) {
      const value = compiler.expand(variable.value, variable.place);
      if (value !== undefined && !byName.has(variable.name)) byName.set(variable.name, { ...variable, value });
    }
  }
  return [...byName.values()];
}

function detectionFor(parts: readonly LayerPart[], { detects, detectors, regexes }: Shared): Detection | undefined {
  if (detectors === undefined || detects.size === 0) return undefined;
  const patterns = parts.flatMap(({ part }) => part.secrets?.patterns ?? []).flatMap(({ name, keywords, regex }) => {
    const compiled = regexes.get(regex);
    return compiled === undefined ? [] : { name, keywords, find: compiled.find };
  });
  const scanner = detectors.newScanner({ patterns });
  return { scanner, kinds: DETECTOR_KINDS.filter((kind) => detects.has(kind)), planEdits: detectors.planEdits };
}

function compileRule<Named extends Rule | ResponseRule>(
  rule: Named,
  layer: Layer,
  compiler: Compiler,
  way: "admit" | "refuse",
): { readonly name: string; readonly file: string; readonly action: Named["then"]; readonly when: CompiledWhenOf } {
  const when = compileWhen(rule.when, way, compiler);
  return { name: rule.name, file: layer.policy.file, action: rule.then, when };
}

type CompiledWhenOf = ReturnType<typeof compileWhen>;

/** Of entries with the same key the first counts, whole. */
function mergeEntries(
  parts: readonly LayerPart[],
  entriesOf: (part: PolicyPart) => readonly Entry[],
): { readonly entry: Entry; readonly file: string; readonly compiler: Compiler }[] {
  const byKey = new Map<string, { readonly entry: Entry; readonly file: string; readonly compiler: Compiler }>();
  for (const { layer, part, compiler } of parts) {
    for (const entry of entriesOf(part)) {
      if (!byKey.has(entry.key)) byKey.set(entry.key, { entry, file: layer.policy.file, compiler });
    }
  }
  return [...byKey.values()];
}

/** Packs switch nothing off: only the person's own files do. */
function suppressions(parts: readonly LayerPart[]): ReadonlyMap<string, readonly Suppression[]> {
  const byRule = new Map<string, Suppression[]>();
  for (const { layer, part } of parts) {
    if (layer.kind === "pack") continue;
    for (const suppression of part.suppress) {
      byRule.set(suppression.rule, [...(byRule.get(suppression.rule) ?? []), suppression]);
    }
  }
  return byRule;
}

/**
 * Of each option the first file that sets it counts. The mode and the default are those of the file that was asked for:
 * what it extends adds rules and entries and cannot open the rest.
 */
function mergeOptions(
  layers: readonly Layer[],
  parts: readonly LayerPart[],
  set: readonly SetVariable[],
): PolicyOptions {
  const all = parts.map(({ part }) => part);
  return {
    definitions: Object.assign({}, ...all.map(({ definitions }) => definitions).toReversed()),
    limits: Object.assign({}, ...all.map(({ limits }) => limits).toReversed()),
    environment: { pass: firstOf(all, ({ environment }) => environment?.pass), set },
    sandbox: {
      ...firstOf(all, ({ sandbox }) => hasMore(sandbox) ? sandbox : undefined),
      limits: firstOf(all, ({ sandbox }) => sandbox?.limits),
    },
    audit: Object.assign({}, ...layers.map(({ policy }) => policy.audit).toReversed()),
    secretPatterns: all.flatMap(({ secrets }) => secrets?.patterns ?? []),
  };
}

/** Limits hold beside whatever else a sandbox says, and may stand alone. */
function hasMore(sandbox: PolicyPart["sandbox"]): boolean {
  return sandbox?.deno !== undefined || sandbox?.bwrap !== undefined || sandbox?.fallback !== undefined;
}

function firstOf<Item, Value>(items: readonly Item[], pick: (item: Item) => Value | undefined): Value | undefined {
  for (const item of items) {
    const picked = pick(item);
    if (picked !== undefined) return picked;
  }
  return undefined;
}

function compilerFor(file: string, shared: Shared): Compiler {
  const report = (place: Problem, key: string) => shared.problems.set(`${file}:${key}`, place);
  const add = (code: ProblemCode, line: number, column: number, fault: string, hint: string | undefined) =>
    report({ code, message: `Cannot read policy: ${fault}`, hint, file, line, column }, `${line}:${column}:${fault}`);
  return {
    world: shared.world,
    shell: shared.shell,
    detects: (kind) => void shared.detects.add(kind),
    regex(source, place) {
      const known = shared.regexes.get(source);
      if (known !== undefined) return known;
      const compiled = shared.engine?.compile(source) ?? { fault: "expressions are not available" };
      if ("fault" in compiled) {
        add(
          "bad-pattern",
          place.line,
          place.column,
          `the expression does not compile: ${compiled.fault}`,
          compiled.hint,
        );
        return undefined;
      }
      shared.regexes.set(source, compiled);
      return compiled;
    },
    gate(keywords) {
      if (keywords === undefined || keywords.length === 0) return undefined;
      const key = JSON.stringify(keywords.toSorted());
      const gate = shared.gateNumbers.get(key) ?? shared.gateKeywords.push(keywords) - 1;
      shared.gateNumbers.set(key, gate);
      return gate;
    },
    expand(text, place, escape) {
      const expansion = expandVariables(text, shared.variables, escape);
      if (expansion.ok) return expansion.text;
      add(expansion.code, place.line, place.column, expansion.fault, expansion.hint);
      return undefined;
    },
    fault(place, fault, hint) {
      add("bad-pattern", place.line, place.column, fault, hint);
    },
  };
}
