/**
 * The sections of a policy file that set options: limits, environment, sandbox and the like.
 *
 * @module
 */

import type {
  AuditOptions,
  DefinitionOptions,
  DenoSandbox,
  EnvironmentOptions,
  Limits,
  PermissionLists,
  ResourceLimits,
  SandboxOptions,
  SecretOptions,
  SecretPattern,
  SetVariable,
  Suppression,
  WallOptions,
} from "../policy.ts";
import { showValue } from "../problem.ts";
import {
  addProblem,
  type FieldReaders,
  noEffect,
  readBoolean,
  type Reader,
  readFields,
  readInteger,
  readList,
  readObject,
  readString,
  readStrings,
  readWord,
  wrongValue,
} from "./reader.ts";
import { readNameGlobs, readRuleName } from "./read_rule.ts";
import type { TreeNode } from "./tree.ts";

/** The bounds of each limit. */
export const LIMIT_BOUNDS = {
  messageBytes: { min: 1_024, max: 1_073_741_824 },
  callsPerMinute: { min: 1, max: 1_000_000 },
  callSeconds: { min: 1, max: 86_400 },
  askSeconds: { min: 1, max: 3_600 },
  inFlight: { min: 1, max: 100_000 },
} as const;

/** How many days an audit log may be kept. */
export const KEEP_DAYS_BOUNDS = { min: 1, max: 36_500 } as const;

/** The bounds of what a server may take. With less, no runtime starts. */
export const RESOURCE_BOUNDS = {
  memoryMb: { min: 64, max: 1_048_576 },
  cpuSeconds: { min: 1, max: 31_536_000 },
  openFiles: { min: 32, max: 1_048_576 },
  fileMb: { min: 1, max: 1_048_576 },
} as const;

const VARIABLE_NAME_REGEXP = /^[A-Za-z_][A-Za-z0-9_()]*$/;

/** Reads `limits`. */
export function readLimits(reader: Reader, node: TreeNode, what: string): Limits | undefined {
  return readFields<Required<Limits>>(reader, node, what, {
    messageBytes: (value, at) => readInteger(reader, value, at, LIMIT_BOUNDS.messageBytes),
    callsPerMinute: (value, at) => readInteger(reader, value, at, LIMIT_BOUNDS.callsPerMinute),
    callSeconds: (value, at) => readInteger(reader, value, at, LIMIT_BOUNDS.callSeconds),
    askSeconds: (value, at) => readInteger(reader, value, at, LIMIT_BOUNDS.askSeconds),
    inFlight: (value, at) => readInteger(reader, value, at, LIMIT_BOUNDS.inFlight),
  });
}

/** Reads `definitions`. */
export function readDefinitions(reader: Reader, node: TreeNode, what: string): DefinitionOptions | undefined {
  return readFields<Required<DefinitionOptions>>(reader, node, what, {
    pin: (value, at) => readWord(reader, value, at, ["first-use", "required", "off"]),
    hideDenied: (value, at) => readBoolean(reader, value, at),
  });
}

/** Reads `environment`. */
export function readEnvironment(reader: Reader, node: TreeNode, what: string): EnvironmentOptions | undefined {
  return readFields<Required<EnvironmentOptions>>(reader, node, what, {
    pass: (value, at) => readList(reader, value, at, (item, itemWhat) => readVariableName(reader, item, itemWhat)),
    set: (value, at) => readVariables(reader, value, at),
  });
}

function readVariables(reader: Reader, node: TreeNode, what: string): readonly SetVariable[] | undefined {
  const object = readObject(reader, node, what);
  return object?.members.flatMap(({ key, keyPlace, value }) => {
    const at = `${showValue(key)} of ${what}`;
    if (!VARIABLE_NAME_REGEXP.test(key)) {
      addProblem(reader, {
        code: "wrong-value",
        place: keyPlace,
        what,
        fault: `${showValue(key)} is not the name of a variable`,
      });
      return [];
    }
    const text = readString(reader, value, at);
    if (text === undefined) return [];
    if (!text.includes("\0")) return [{ name: key, value: text, place: value.place }];
    wrongValue(reader, value, at, "a variable cannot hold a NUL");
    return [];
  });
}

/** Reads `sandbox`. */
export function readSandbox(reader: Reader, node: TreeNode, what: string): SandboxOptions | undefined {
  return readFields<Required<SandboxOptions>>(reader, node, what, {
    deno: (value, at) =>
      readFields<Required<DenoSandbox>>(reader, value, at, {
        ...permissionFields(reader),
        startup: (inner, innerWhat) => readFields(reader, inner, innerWhat, permissionFields(reader)),
        perCall: (inner, innerWhat) => readBoolean(reader, inner, innerWhat),
      }),
    bwrap: (value, at) =>
      readFields<Required<WallOptions>>(reader, value, at, {
        read: (inner, innerWhat) => readStrings(reader, inner, innerWhat),
        write: (inner, innerWhat) => readStrings(reader, inner, innerWhat),
        net: (inner, innerWhat) => readBoolean(reader, inner, innerWhat),
      }),
    fallback: (value, at) => readWord(reader, value, at, ["refuse", "run"]),
    limits: (value, at) =>
      readFields<Required<ResourceLimits>>(reader, value, at, {
        memoryMb: (inner, innerWhat) => readInteger(reader, inner, innerWhat, RESOURCE_BOUNDS.memoryMb),
        cpuSeconds: (inner, innerWhat) => readInteger(reader, inner, innerWhat, RESOURCE_BOUNDS.cpuSeconds),
        openFiles: (inner, innerWhat) => readInteger(reader, inner, innerWhat, RESOURCE_BOUNDS.openFiles),
        fileMb: (inner, innerWhat) => readInteger(reader, inner, innerWhat, RESOURCE_BOUNDS.fileMb),
      }),
  });
}

/** Reads `audit`. */
export function readAudit(reader: Reader, node: TreeNode, what: string): AuditOptions | undefined {
  return readFields<Required<AuditOptions>>(reader, node, what, {
    flush: (value, at) => readWord(reader, value, at, ["batch", "each"]),
    clear: (value, at) => readStrings(reader, value, at),
    keepDays: (value, at) => readInteger(reader, value, at, KEEP_DAYS_BOUNDS),
  });
}

/** Reads `secrets`. */
export function readSecrets(reader: Reader, node: TreeNode, what: string): SecretOptions | undefined {
  const fields = readFields<{ patterns: readonly SecretPattern[] }>(reader, node, what, {
    patterns: (value, at) => readList(reader, value, at, (item, itemWhat) => readSecretPattern(reader, item, itemWhat)),
  });
  return fields && { patterns: fields.patterns ?? [] };
}

/** Reads `suppress`. */
export function readSuppressions(reader: Reader, node: TreeNode, what: string): Suppression[] | undefined {
  return readList(reader, node, what, (item, at) => {
    const fields = readFields<Required<Suppression>>(reader, item, at, {
      rule: (value, ruleWhat) => readRuleName(reader, value, ruleWhat),
      tool: (value, toolWhat) => readNameGlobs(reader, value, toolWhat),
      server: (value, serverWhat) => readNameGlobs(reader, value, serverWhat),
      until: (value, untilWhat) => readDay(reader, value, untilWhat),
      why: (value, whyWhat) => readString(reader, value, whyWhat),
    });
    if (fields?.rule !== undefined) return { ...fields, rule: fields.rule };
    if (fields !== undefined) needField(reader, item, at, "rule");
    return undefined;
  });
}

/** Reports a field that must be there, if it is not. */
export function needField(reader: Reader, node: TreeNode, what: string, field: string): void {
  if (node.type !== "object" || node.members.some((member) => member.key === field)) return;
  addProblem(reader, { code: "missing-field", place: node.place, what, fault: `${showValue(field)} is missing` });
}

function readSecretPattern(reader: Reader, node: TreeNode, what: string): SecretPattern | undefined {
  const fields = readFields<{ name: string; regex: string; keywords: string[] }>(reader, node, what, {
    name: (value, at) => readRuleName(reader, value, at),
    regex: (value, at) => readString(reader, value, at),
    keywords: (value, at) => {
      const isEmpty = value.type === "array" && value.items.length === 0;
      return isEmpty ? noEffect(reader, value, at, "the list is empty") : readStrings(reader, value, at);
    },
  });
  if (fields === undefined) return undefined;
  needField(reader, node, what, "name");
  needField(reader, node, what, "regex");
  const { name, regex, keywords = [] } = fields;
  return name === undefined || regex === undefined ? undefined : { name, regex, keywords, place: node.place };
}

function permissionFields(reader: Reader): FieldReaders<Required<PermissionLists>> {
  const list = (node: TreeNode, what: string) => readStrings(reader, node, what);
  return { read: list, write: list, net: list, env: list, run: list, sys: list, ffi: list, import: list };
}

function readVariableName(reader: Reader, node: TreeNode, what: string): string | undefined {
  const name = readString(reader, node, what);
  if (name === undefined || VARIABLE_NAME_REGEXP.test(name)) return name;
  return wrongValue(reader, node, what, `${showValue(name)} is not the name of a variable`);
}

function readDay(reader: Reader, node: TreeNode, what: string): string | undefined {
  const day = readString(reader, node, what);
  if (day === undefined || isDay(day)) return day;
  return wrongValue(reader, node, what, `${showValue(day)} is not a day such as "2027-03-01"`);
}

function isDay(text: string): boolean {
  const [, year, month, day] = (/^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || month < 1 || month > 12 || day < 1) {
    return false;
  }
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= days;
}
