/**
 * JSON Schema (2020-12, the validating part) compiled to functions. Written for this program because numbers must
 * compare exactly, patterns must be linear and a keyword that is not understood must be a problem, not a shrug:
 * `format`, `unevaluated...` and references to other documents do not load.
 *
 * @module
 */

import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { compareNumbers, isJsonNumber, isMultiple, type JsonNumber } from "../decimal.ts";
import { toJson, type TreeNode } from "../file/tree.ts";
import { isJsonEqual } from "../json_equal.ts";
import { showValue, suggest } from "../problem.ts";
import type { Compiler, Moment } from "./condition.ts";
import { countCodePoints } from "./length.ts";
import { isOfType, JSON_TYPES, type JsonType } from "./type.ts";

/** Thrown when a validation takes more steps, or more of the engine's time, than it may. */
export class OverBudget extends RangeError {}

/** One validation under way. */
export interface Validation {
  readonly moment: Moment;
  stepsLeft: number;
  depth: number;
}

/** How deep schemas may be inside each other while a value is validated; one that refers to itself has no end. */
const MAX_VALIDATION_DEPTH = 256;

/** Says whether a value is valid; throws `OverBudget` when that takes too long to find out. */
export type Validate = (value: Json, validation: Validation) => boolean;

interface SchemaCompiler {
  readonly compiler: Compiler;
  readonly root: TreeNode;
  /** Compiled schemas by node, so that a schema may refer to itself. */
  readonly done: Map<TreeNode, Validate>;
  hasFault: boolean;
}

/** The checks of one keyword, given its value and the schema it stands in. */
type Keyword = (
  schema: SchemaCompiler,
  node: TreeNode,
  siblings: ReadonlyMap<string, TreeNode>,
) => Validate | undefined;

const ANNOTATIONS = new Set([
  ..."$schema $id $comment $anchor title description default examples deprecated readOnly writeOnly".split(" "),
  "$defs",
  "definitions",
]);

/** Compiles a schema; its faults are reported, and then there is no result. */
export function compileJsonSchema(root: TreeNode, compiler: Compiler): Validate | undefined {
  const schema: SchemaCompiler = { compiler, root, done: new Map(), hasFault: false };
  const validate = compileNode(schema, root);
  return schema.hasFault ? undefined : validate;
}

function compileNode(schema: SchemaCompiler, node: TreeNode): Validate {
  const known = schema.done.get(node);
  if (known !== undefined) return known;
  let checks: readonly Validate[] = [];
  const validate: Validate = (value, validation) => {
    if (--validation.stepsLeft < 0) throw new OverBudget("Cannot validate: too many steps");
    if (++validation.depth > MAX_VALIDATION_DEPTH) throw new OverBudget("Cannot validate: nested too deep");
    const isValid = checks.every((check) => check(value, validation));
    validation.depth--;
    return isValid;
  };
  schema.done.set(node, validate);
  checks = compileChecks(schema, node);
  return validate;
}

function compileChecks(schema: SchemaCompiler, node: TreeNode): Validate[] {
  if (node.type === "boolean") return node.value ? [] : [() => false];
  if (node.type !== "object") return fault(schema, node, "a schema is an object, true or false") ?? [];
  const siblings = new Map(node.members.map(({ key, value }) => [key, value]));
  const checks: Validate[] = [];
  for (const { key, keyPlace, value } of node.members) {
    if (ANNOTATIONS.has(key)) continue;
    const keyword = Object.hasOwn(KEYWORDS, key) ? KEYWORDS[key] : undefined;
    if (keyword === undefined) {
      schema.hasFault = true;
      const hint = suggest(key, Object.keys(KEYWORDS)) ?? "A keyword without effect would look like a check";
      schema.compiler.fault(keyPlace, `${showValue(key)} is not a keyword that schemas here have`, hint);
      continue;
    }
    const check = keyword(schema, value, siblings);
    if (check !== undefined) checks.push(check);
  }
  return checks;
}

function fault(schema: SchemaCompiler, node: TreeNode, text: string): undefined {
  schema.hasFault = true;
  schema.compiler.fault(node.place, text);
  return undefined;
}

const KEYWORDS: Readonly<Record<string, Keyword>> = {
  $ref(schema, node) {
    const target = node.type === "string" ? resolve(schema.root, node.value) : undefined;
    return target === undefined
      ? fault(schema, node, "it refers to nothing in this schema")
      : compileNode(schema, target);
  },
  type(schema, node) {
    const named = node.type === "array" ? node.items.map(toJson) : [toJson(node)];
    const types = named.filter((name): name is JsonType => JSON_TYPES.some((type) => type === name));
    if (types.length !== named.length || types.length === 0) return fault(schema, node, "it is not a JSON type");
    return (value) => types.some((type) => isOfType(value, type));
  },
  enum(schema, node) {
    if (node.type !== "array") return fault(schema, node, "it is not a list");
    const values = node.items.map(toJson);
    return (value) => values.some((one) => isJsonEqual(one, value));
  },
  const(_schema, node) {
    const only = toJson(node);
    return (value) => isJsonEqual(only, value);
  },
  minimum: numberKeyword((value, bound) => compareNumbers(value, bound) >= 0),
  maximum: numberKeyword((value, bound) => compareNumbers(value, bound) <= 0),
  exclusiveMinimum: numberKeyword((value, bound) => compareNumbers(value, bound) > 0),
  exclusiveMaximum: numberKeyword((value, bound) => compareNumbers(value, bound) < 0),
  multipleOf(schema, node, siblings) {
    const isStep = node.type === "number" && compareNumbers(node.value, 0) > 0;
    if (!isStep) return fault(schema, node, "it is not a number above 0");
    return numberKeyword(multipleHolds)(schema, node, siblings);
  },
  minLength: sizeKeyword((value) => typeof value === "string" ? countCodePoints(value) : undefined, "at least"),
  maxLength: sizeKeyword((value) => typeof value === "string" ? countCodePoints(value) : undefined, "at most"),
  minItems: sizeKeyword((value) => isJsonArray(value) ? value.length : undefined, "at least"),
  maxItems: sizeKeyword((value) => isJsonArray(value) ? value.length : undefined, "at most"),
  minProperties: sizeKeyword((value) => isJsonObject(value) ? Object.keys(value).length : undefined, "at least"),
  maxProperties: sizeKeyword((value) => isJsonObject(value) ? Object.keys(value).length : undefined, "at most"),
  pattern(schema, node) {
    const matches = patternOf(schema, node, node.type === "string" ? node.value : undefined);
    return matches && ((value, validation) => typeof value !== "string" || matches(value, validation));
  },
  uniqueItems(schema, node) {
    if (node.type !== "boolean") return fault(schema, node, "it is neither true nor false");
    return node.value ? (value, validation) => !isJsonArray(value) || isUnique(value, validation) : undefined;
  },
  required(schema, node) {
    const names = namesIn(schema, node);
    return (value) => !isJsonObject(value) || names.every((name) => Object.hasOwn(value, name));
  },
  dependentRequired(schema, node) {
    if (node.type !== "object") return fault(schema, node, "it is not an object");
    const needs = node.members.map(({ key, value }) => [key, namesIn(schema, value)] as const);
    return onObjects((object) =>
      needs.every(([key, names]) => !Object.hasOwn(object, key) || names.every((name) => Object.hasOwn(object, name)))
    );
  },
  dependentSchemas(schema, node) {
    if (node.type !== "object") return fault(schema, node, "it is not an object");
    const needs = node.members.map(({ key, value }) => [key, compileNode(schema, value)] as const);
    return onObjects((object, validation) =>
      needs.every(([key, validate]) => !Object.hasOwn(object, key) || validate(object, validation))
    );
  },
  properties(schema, node) {
    if (node.type !== "object") return fault(schema, node, "it is not an object");
    const known = node.members.map(({ key, value }) => [key, compileNode(schema, value)] as const);
    return onObjects((object, validation) =>
      known.every(([key, validate]) => !Object.hasOwn(object, key) || validate(object[key] ?? null, validation))
    );
  },
  patternProperties(schema, node) {
    const parts = patternsIn(schema, node);
    return parts &&
      onObjects((object, validation) =>
        Object.keys(object).every((key) =>
          parts.every(([matches, validate]) => !matches(key, validation) || validate(object[key] ?? null, validation))
        )
      );
  },
  additionalProperties(schema, node, siblings) {
    const validate = compileNode(schema, node);
    const properties = siblings.get("properties");
    const named = new Set(properties?.type === "object" ? properties.members.map((member) => member.key) : []);
    const patterns = siblings.get("patternProperties");
    const parts = patterns === undefined ? [] : patternsIn(schema, patterns) ?? [];
    return onObjects((object, validation) =>
      Object.keys(object).every((key) =>
        named.has(key) || parts.some(([matches]) => matches(key, validation)) ||
        validate(object[key] ?? null, validation)
      )
    );
  },
  propertyNames(schema, node) {
    const validate = compileNode(schema, node);
    return onObjects((object, validation) => Object.keys(object).every((key) => validate(key, validation)));
  },
  prefixItems(schema, node) {
    const parts = schemasIn(schema, node);
    return (value, validation) =>
      !isJsonArray(value) || parts.every((part, at) => at >= value.length || part(value[at] ?? null, validation));
  },
  items(schema, node, siblings) {
    const validate = compileNode(schema, node);
    const prefix = siblings.get("prefixItems");
    const start = prefix?.type === "array" ? prefix.items.length : 0;
    return (value, validation) => !isJsonArray(value) || value.slice(start).every((item) => validate(item, validation));
  },
  contains(schema, node, siblings) {
    const validate = compileNode(schema, node);
    const least = boundOf(siblings.get("minContains")) ?? 1;
    const most = boundOf(siblings.get("maxContains")) ?? Infinity;
    return (value, validation) => {
      if (!isJsonArray(value)) return true;
      const count = value.filter((item) => validate(item, validation)).length;
      return count >= least && count <= most;
    };
  },
  minContains: (schema, node) => boundOf(node) === undefined ? fault(schema, node, "it is not a count") : undefined,
  maxContains: (schema, node) => boundOf(node) === undefined ? fault(schema, node, "it is not a count") : undefined,
  allOf(schema, node) {
    const parts = schemasIn(schema, node);
    return (value, validation) => parts.every((part) => part(value, validation));
  },
  anyOf(schema, node) {
    const parts = schemasIn(schema, node);
    return (value, validation) => parts.some((part) => part(value, validation));
  },
  oneOf(schema, node) {
    const parts = schemasIn(schema, node);
    return (value, validation) => parts.filter((part) => part(value, validation)).length === 1;
  },
  not(schema, node) {
    const part = compileNode(schema, node);
    return (value, validation) => !part(value, validation);
  },
  if(schema, node, siblings) {
    const test = compileNode(schema, node);
    const [yes, no] = ["then", "else"].map((key) => siblings.get(key)).map((part) => part && compileNode(schema, part));
    return (value, validation) => (test(value, validation) ? yes : no)?.(value, validation) ?? true;
  },
  then: (schema, node, siblings) => siblings.has("if") ? undefined : fault(schema, node, '"then" without "if"'),
  else: (schema, node, siblings) => siblings.has("if") ? undefined : fault(schema, node, '"else" without "if"'),
};

function numberKeyword(holds: (value: JsonNumber, bound: JsonNumber) => boolean): Keyword {
  return (schema, node) => {
    if (node.type !== "number") return fault(schema, node, "it is not a number");
    const bound = node.value;
    return (value) => !isJsonNumber(value) || holds(value, bound);
  };
}

function multipleHolds(value: JsonNumber, step: JsonNumber): boolean {
  try {
    return isMultiple(value, step);
  } catch (error) {
    if (error instanceof RangeError) throw new OverBudget("Cannot divide: too many digits", { cause: error });
    throw error;
  }
}

function sizeKeyword(sizeOf: (value: Json) => number | undefined, bound: "at least" | "at most"): Keyword {
  return (schema, node) => {
    const limit = boundOf(node);
    if (limit === undefined) return fault(schema, node, "it is not a count");
    return (value) => {
      const size = sizeOf(value);
      return size === undefined || (bound === "at least" ? size >= limit : size <= limit);
    };
  };
}

function boundOf(node: TreeNode | undefined): number | undefined {
  if (node?.type !== "number" || typeof node.value !== "number") return undefined;
  return Number.isInteger(node.value) && node.value >= 0 ? node.value : undefined;
}

function namesIn(schema: SchemaCompiler, node: TreeNode): string[] {
  const items = node.type === "array" ? node.items : [];
  const names = items.flatMap((item) => item.type === "string" ? [item.value] : []);
  if (node.type !== "array" || names.length !== items.length) fault(schema, node, "it is not a list of names");
  return names;
}

function schemasIn(schema: SchemaCompiler, node: TreeNode): Validate[] {
  if (node.type !== "array" || node.items.length === 0) return fault(schema, node, "it is not a list of schemas") ?? [];
  return node.items.map((item) => compileNode(schema, item));
}

function patternsIn(schema: SchemaCompiler, node: TreeNode): (readonly [PatternTest, Validate])[] | undefined {
  if (node.type !== "object") return fault(schema, node, "it is not an object");
  return node.members.flatMap(({ key, value }) => {
    const matches = patternOf(schema, value, key);
    return matches === undefined ? [] : [[matches, compileNode(schema, value)] as const];
  });
}

type PatternTest = (text: string, validation: Validation) => boolean;

function patternOf(schema: SchemaCompiler, node: TreeNode, source: string | undefined): PatternTest | undefined {
  if (source === undefined) return fault(schema, node, "it is not an expression");
  const regex = schema.compiler.regex(source, node.place);
  if (regex === undefined) {
    schema.hasFault = true;
    return undefined;
  }
  const gate = schema.compiler.gate(regex.keywords);
  return (text, { moment }) => {
    const truth = moment.matches(regex, gate, text);
    if (truth === "not-applicable") throw new OverBudget("Cannot validate: the text is too long");
    return truth;
  };
}

function onObjects(holds: (object: JsonObject, validation: Validation) => boolean): Validate {
  return (value, validation) => !isJsonObject(value) || holds(value, validation);
}

function isUnique(items: readonly Json[], validation: Validation): boolean {
  return items.every((item, index) => {
    validation.stepsLeft -= index;
    if (validation.stepsLeft < 0) throw new OverBudget("Cannot validate: too many steps");
    for (let other = 0; other < index; other++) if (isJsonEqual(items[other] ?? null, item)) return false;
    return true;
  });
}

/** The part of a schema that `#` or `#/...` names. */
function resolve(root: TreeNode, reference: string): TreeNode | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let node: TreeNode | undefined = root;
  for (const step of reference.slice(2).split("/")) {
    const key: string = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (node?.type === "object") node = node.members.find((member) => member.key === key)?.value;
    else node = node?.type === "array" ? node.items[Number(key)] : undefined;
  }
  return node;
}
