/**
 * `command`: the string is a shell command that the command guard passes.
 *
 * Which class or program it was refused for says that the condition is not met; a text that cannot be read as a command
 * is one that it does not apply to.
 *
 * @module
 */

import { COMMAND_CLASSES, type CommandClass } from "../../guards/command_classes.ts";
import { type CommandOptions, commandOptionsFault, newCommandGuard } from "../../guards/command.ts";
import type { Reason } from "../../guards/guard.ts";
import {
  addProblem,
  readBoolean,
  type Reader,
  readFields,
  readList,
  readString,
  readStringOrList,
  readWord,
} from "../file/reader.ts";
import type { TreeNode } from "../file/tree.ts";
import type { Place } from "../problem.ts";
import { CANNOT_TELL, type Compiler, type Test } from "./condition.ts";
import { type ConditionKind, plainCondition } from "./kind.ts";
import { expandPathSpec, type PathSpec, readPathSpec } from "./path.ts";
import { stringTest } from "./string_condition.ts";

/** The refusals that say what a command would do; all others say that it cannot be told. */
const KNOWN: ReadonlySet<Reason> = new Set<Reason>([
  "blocked: program not in the list",
  "blocked: destructive",
  "blocked: remote code",
  "blocked: reverse shell",
  "blocked: credentials",
  "blocked: persistence",
  "blocked: escalation",
  "blocked: host not in the list",
]);

/** `{"programs", "refuse", "paths", "hosts", "maybe"}`. */
export const COMMAND: ConditionKind = {
  name: "command",
  read(node, what, conditions) {
    const { reader } = conditions;
    const fields = readFields<Spec>(reader, node, what, {
      programs: (value, valueWhat) => readPrograms(reader, value, valueWhat),
      refuse: (value, valueWhat) =>
        readList(reader, value, valueWhat, (item, itemWhat) => readWord(reader, item, itemWhat, COMMAND_CLASSES)),
      paths: (value, valueWhat) => readPathSpec(value, valueWhat, { ...conditions, argument: undefined }),
      hosts: (value, valueWhat) => readStringOrList(reader, value, valueWhat),
      maybe: (value, valueWhat) => readBoolean(reader, value, valueWhat),
    });
    if (fields === undefined || node.type !== "object") return undefined;
    const { programs } = fields;
    if (programs === undefined) {
      if (!node.members.some(({ key }) => key === "programs")) {
        addProblem(reader, { code: "missing-field", place: node.place, what, fault: '"programs" is missing' });
      }
      return undefined;
    }
    const spec = { ...fields, programs };
    return plainCondition("command", node, (compiler) => commandTest(spec, node.place, compiler), "needs shell");
  },
};

interface Spec {
  readonly programs: "any" | readonly string[];
  readonly refuse: readonly CommandClass[];
  readonly paths: PathSpec;
  readonly hosts: readonly string[];
  readonly maybe: boolean;
}

function readPrograms(reader: Reader, node: TreeNode, what: string): Spec["programs"] | undefined {
  if (node.type === "array") {
    return readList(reader, node, what, (item, itemWhat) => readString(reader, item, itemWhat));
  }
  return readWord<"any">(reader, node, what, ["any"]);
}

function commandTest(spec: Partial<Spec> & Pick<Spec, "programs">, place: Place, compiler: Compiler): Test {
  const { view, workingFolder, home } = compiler.world;
  const paths = spec.paths && expandPathSpec(spec.paths, place, compiler);
  if (paths === "faulty" || compiler.shell === undefined) return CANNOT_TELL;
  const options: CommandOptions = { ...spec, paths, workingFolder, home };
  const fault = commandOptionsFault(options);
  if (fault !== undefined) {
    compiler.fault(place, `the command condition cannot be met: ${fault}`);
    return CANNOT_TELL;
  }
  const guard = newCommandGuard(options, compiler.shell, view);
  return stringTest((text) => {
    const result = guard(text);
    if (result.ok) return true;
    return KNOWN.has(result.reason) ? false : "not-applicable";
  });
}
