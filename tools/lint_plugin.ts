/**
 * The house's own lint rules: `layering`, `no-ambient-effects`, `error-message`, `file-name` and `banned-word`. Looks at
 * one file at a time; what needs the whole tree is in `tests/boundaries_test.ts`.
 *
 * @module
 */

import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { EDGE, importProblem, isTestFile, layerOf } from "./layers.ts";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Names that reach outside the program, however they are used. */
const AMBIENT: ReadonlySet<string> = new Set([
  ...[
    "Deno",
    "console",
    "process",
    "fetch",
    "Date",
    "Temporal",
    "performance",
    "crypto",
    "globalThis",
    "eval",
    "require",
  ],
  ...["setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "clearImmediate", "queueMicrotask"],
  ...["Function", "Worker", "SharedWorker", "WebSocket", "EventSource", "XMLHttpRequest", "BroadcastChannel"],
  ...["localStorage", "sessionStorage", "indexedDB"],
]);

/** Names that reach outside too, but are also good names for a parameter; a file that declares one may use it. */
const AMBIENT_UNLESS_DECLARED: ReadonlySet<string> = new Set([
  ...[
    "self",
    "window",
    "global",
    "navigator",
    "location",
    "caches",
    "alert",
    "confirm",
    "prompt",
    "close",
    "reportError",
  ],
]);

/** Node modules that need nothing around them, with the names that may be taken from them. */
const PURE_NODE_MODULES: Readonly<Record<string, readonly string[] | "all">> = {
  "node:buffer": ["Buffer", "isUtf8", "isAscii"],
  "node:crypto": ["createHash", "createHmac", "timingSafeEqual"],
  "node:path": "all",
  "node:path/posix": "all",
  "node:path/win32": "all",
  "node:util": "all",
};

const BANNED_FILE_NAMES: ReadonlySet<string> = new Set(
  ["utils", "util", "helpers", "helper", "common", "types", "constants", "misc"],
);

/** Words with a better one in DESIGN.md section 2, and that one. */
const BANNED_WORDS: Readonly<Record<string, string>> = {
  upstream: "server",
  downstream: "client",
  inbound: "side",
  outbound: "side",
  packet: "message",
  whitelist: "allow list",
  blacklist: "deny list",
  threat: "finding",
  violation: "finding",
};

const CONTRACTION_REGEXP = /\b(?:\w+n't|\w+'(?:re|ve|ll)|it's|that's|there's)\b/i;

/** A node with the parts that the rules look at, all optional. */
interface LooseNode {
  readonly type: string;
  readonly range: Deno.lint.Range;
  readonly parent?: LooseNode;
  readonly [key: string]: unknown;
}

/** The path of the linted file from the root, with `/`; nothing for a file elsewhere. */
function pathOf(context: Deno.lint.RuleContext): string | undefined {
  const name = context.filename;
  const path = relative(ROOT, name.startsWith("/") || /^[A-Za-z]:/.test(name) ? name : join(ROOT, name));
  return path.startsWith("..") ? undefined : path.split(sep).join("/");
}

/** Calls back with the source text of every import, re-export and literal `import()`. */
function onImport(visit: (specifier: string, node: LooseNode) => void): Deno.lint.LintVisitor {
  const visitSource = (node: LooseNode) => {
    const source = node["source"] as { readonly value?: unknown } | null | undefined;
    if (typeof source?.value === "string") visit(source.value, node);
  };
  return {
    ImportDeclaration: (node) => visitSource(node as unknown as LooseNode),
    ExportNamedDeclaration: (node) => visitSource(node as unknown as LooseNode),
    ExportAllDeclaration: (node) => visitSource(node as unknown as LooseNode),
    ImportExpression: (node) => visitSource(node as unknown as LooseNode),
  };
}

const layering: Deno.lint.Rule = {
  create(context) {
    const path = pathOf(context);
    const layer = path === undefined ? undefined : layerOf(path);
    if (path === undefined || layer === undefined || isTestFile(path)) return {};
    return onImport((specifier, node) => {
      let message: string | undefined;
      if (specifier.startsWith(".")) message = importProblem(path, join(dirname(path), specifier).split(sep).join("/"));
      else if (specifier.startsWith("@std/assert")) message = "Only tests may import @std/assert";
      else if (!specifier.startsWith("node:") && layer.packages === "none") {
        message = `${layer.path} may not import packages`;
      }
      if (message !== undefined) {
        report(context, node, message, "The table is in tools/layers.ts; a value can come in as a parameter instead");
      }
    });
  },
};

const noAmbientEffects: Deno.lint.Rule = {
  create(context) {
    const path = pathOf(context);
    if (path === undefined || layerOf(path) === undefined || isTestFile(path)) return {};
    const isEdge = EDGE.some((edge) => path === edge || path.startsWith(`${edge}/`));
    if (isEdge) return consoleVisitor(context);

    const declared = new Set<string>();
    const uses: { name: string; node: LooseNode }[] = [];
    const seen = new Set<number>();
    const hint = "Take the value as a parameter, or return a command for src/io to carry out";
    return {
      ...onImport((specifier, node) => {
        const message = nodeModuleProblem(specifier, node);
        if (message !== undefined) report(context, node, message, hint);
      }),
      "ImportExpression:exit"(node) {
        const source = (node as unknown as LooseNode)["source"] as LooseNode;
        if (source.type !== "Literal") report(context, source, "import() of a computed name is an effect", hint);
      },
      MemberExpression(node) {
        const text = context.sourceCode.getText(node as unknown as Deno.lint.Node);
        if (/^Math\s*(?:\.|\[\s*["'`])\s*random/.test(text)) {
          report(context, node as unknown as LooseNode, "Math.random is an effect", hint);
        }
      },
      Identifier(node) {
        const identifier = node as unknown as LooseNode;
        const name = identifier["name"] as string;
        if (!AMBIENT.has(name) && !AMBIENT_UNLESS_DECLARED.has(name)) return;
        if (isDeclaration(identifier)) declared.add(name);
        else if (isUse(identifier, name) && !seen.has(identifier.range[0])) {
          seen.add(identifier.range[0]);
          uses.push({ name, node: identifier });
        }
      },
      "Program:exit"() {
        for (const use of uses) {
          if (AMBIENT_UNLESS_DECLARED.has(use.name) && declared.has(use.name)) continue;
          report(context, use.node, `${use.name} is an effect`, hint);
        }
      },
    };
  },
};

/** The edge may name everything but `console`, whose output goes where only the protocol may write. */
function consoleVisitor(context: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  return {
    Identifier(node) {
      const identifier = node as unknown as LooseNode;
      if (identifier["name"] !== "console" || !isUse(identifier, "console")) return;
      report(context, identifier, "console writes to stdout, which is the protocol's", "Write to Deno.stderr");
    },
  };
}

function nodeModuleProblem(specifier: string, node: LooseNode): string | undefined {
  if (/^(?:https?|file|data|blob):/.test(specifier)) return `${specifier.slice(0, 30)} is code from elsewhere`;
  if (!specifier.startsWith("node:")) return undefined;
  const allowed = PURE_NODE_MODULES[specifier];
  if (allowed === undefined) return `${specifier} is an effect`;
  if (allowed === "all") return undefined;
  const specifiers = node["specifiers"] as readonly LooseNode[] | undefined;
  for (const part of specifiers ?? [{ type: "*" } as LooseNode]) {
    const imported = (part["imported"] ?? part["local"]) as
      | { readonly name?: string; readonly value?: string }
      | undefined;
    const name = part.type === "ImportSpecifier" || part.type === "ExportSpecifier"
      ? imported?.name ?? imported?.value ?? "?"
      : "*";
    if (!allowed.includes(name)) return `${name} of ${specifier} is an effect`;
  }
  return undefined;
}

function sameRange(a: unknown, b: LooseNode): boolean {
  const range = (a as LooseNode | null | undefined)?.range;
  return range !== undefined && range[0] === b.range[0] && range[1] === b.range[1];
}

/** Parents whose `key`, `property`, label or type name is only a name. */
const KEYED: ReadonlySet<string> = new Set([
  ...["Property", "PropertyDefinition", "MethodDefinition", "TSPropertySignature", "TSMethodSignature"],
  ...["TSEnumMember", "TSAbstractPropertyDefinition", "TSAbstractMethodDefinition", "AccessorProperty"],
]);

function isUse(node: LooseNode, name: string): boolean {
  const parent = node.parent;
  if (parent === undefined || isDeclaration(node)) return false;
  if (parent.type === "MemberExpression") return parent["computed"] === true || !sameRange(parent["property"], node);
  if (parent.type === "Property" && parent["shorthand"] === true) return parent.parent?.type === "ObjectExpression";
  if (KEYED.has(parent.type)) return parent["computed"] === true || !sameRange(parent["key"], node);
  if (/^(?:LabeledStatement|BreakStatement|ContinueStatement|ImportSpecifier)$/.test(parent.type)) return false;
  if (parent.type === "ExportSpecifier") {
    return sameRange(parent["local"], node) && (parent.parent?.["source"] ?? null) === null;
  }
  if (parent.type === "TSQualifiedName" && sameRange(parent["right"], node)) return false;
  if (parent.type.startsWith("TS") && !/^TS(?:As|Satisfies|NonNull|Type)\w*Expression$/.test(parent.type)) {
    // A type says nothing at run time, but a type out of `Deno` ties pure code to the edge.
    return name === "Deno" || parent.type === "TSTypeQuery" || parent.type === "TSNonNullExpression";
  }
  return true;
}

function isDeclaration(node: LooseNode): boolean {
  const parent = node.parent;
  if (parent === undefined) return false;
  switch (parent.type) {
    case "VariableDeclarator":
    case "ClassDeclaration":
    case "ClassExpression":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSEnumDeclaration":
    case "TSTypeParameter":
      return sameRange(parent["id"] ?? parent["name"], node);
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
    case "TSMethodSignature":
    case "TSFunctionType":
    case "TSDeclareFunction":
    case "TSEmptyBodyFunctionExpression":
      return sameRange(parent["id"], node) ||
        ((parent["params"] as readonly LooseNode[] | undefined)?.some((parameter) => sameRange(parameter, node)) ??
          false);
    case "ImportSpecifier":
    case "ImportDefaultSpecifier":
    case "ImportNamespaceSpecifier":
      return sameRange(parent["local"], node);
    case "Property":
      return parent.parent?.type === "ObjectPattern" && sameRange(parent["value"], node);
    case "ArrayPattern":
    case "RestElement":
      return true;
    case "AssignmentPattern":
      return sameRange(parent["left"], node);
    case "CatchClause":
      return sameRange(parent["param"], node);
    default:
      return false;
  }
}

const errorMessage: Deno.lint.Rule = {
  create(context) {
    const path = pathOf(context);
    if (path === undefined || isTestFile(path) || path.startsWith("tests/")) return {};
    return {
      NewExpression(node) {
        const expression = node as unknown as LooseNode;
        const callee = expression["callee"] as LooseNode;
        if (callee.type !== "Identifier" || !/Error$/.test(callee["name"] as string)) return;
        const first = (expression["arguments"] as readonly LooseNode[])[0];
        const text = first === undefined ? undefined : messageText(context, first);
        const problem = text === undefined ? undefined : messageProblem(text);
        if (first !== undefined && problem !== undefined) {
          report(context, first, problem, 'Say which action failed: Cannot read policy "a": file does not exist');
        }
      },
    };
  },
};

/** The text of a literal; in a template each expression counts as `$`. */
function messageText(context: Deno.lint.RuleContext, node: LooseNode): string | undefined {
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : undefined;
  if (node.type !== "TemplateLiteral") return undefined;
  return context.sourceCode.getText(node as unknown as Deno.lint.Node).slice(1, -1).replace(/\$\{[^`]*?\}/g, "$");
}

function messageProblem(text: string): string | undefined {
  if (text === "") return "An error message is empty";
  if (/^\p{Ll}/u.test(text)) return "An error message begins with a capital letter";
  if (/\.$/.test(text)) return "An error message ends without a period";
  if (CONTRACTION_REGEXP.test(text)) return "An error message has no contractions";
  return undefined;
}

const fileName: Deno.lint.Rule = {
  create(context) {
    const path = pathOf(context) ?? "";
    const base = path.slice(path.lastIndexOf("/") + 1).replace(/(?:_test)?\.\w+$/, "");
    return {
      Program(node) {
        const program = node as unknown as LooseNode;
        const hint = "Name the file after what it exports, in snake_case";
        if (BANNED_FILE_NAMES.has(base)) report(context, program, `A file named ${base} has no idea of its own`, hint);
        else if (/[A-Z-]/.test(base)) report(context, program, `The file name ${base} is not snake_case`, hint);
      },
    };
  },
};

const bannedWord: Deno.lint.Rule = {
  create(context) {
    const path = pathOf(context);
    if (path === undefined || layerOf(path) === undefined || isTestFile(path)) return {};
    const check = (node: unknown) => {
      const id = (node as LooseNode)["id"] as LooseNode | null | undefined;
      if (id?.type !== "Identifier") return;
      const words = (id["name"] as string).replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z]+/);
      for (const word of words) {
        const better = Object.hasOwn(BANNED_WORDS, word) ? BANNED_WORDS[word] : undefined;
        if (better !== undefined) report(context, id, `"${word}" is not a word of this project`, `Say "${better}"`);
      }
    };
    return {
      FunctionDeclaration: check,
      ClassDeclaration: check,
      TSInterfaceDeclaration: check,
      TSTypeAliasDeclaration: check,
      VariableDeclarator: check,
    };
  },
};

function report(context: Deno.lint.RuleContext, node: LooseNode, message: string, hint: string): void {
  context.report({ node: node as unknown as Deno.lint.Node, message, hint });
}

/** The plugin that `deno.json` names. */
const plugin: Deno.lint.Plugin = {
  name: "house",
  rules: {
    "banned-word": bannedWord,
    "error-message": errorMessage,
    "file-name": fileName,
    layering,
    "no-ambient-effects": noAmbientEffects,
  },
};

export default plugin;
