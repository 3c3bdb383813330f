/**
 * `secrets`, `hidden`, `injection`: a detector finds something in the string. `true` counts what is at least likely; a
 * word sets how sure a finding must be.
 *
 * @module
 */

import type { Confidence, DetectorKind } from "../../detect/finding.ts";
import { type Detector, isDetected } from "../detector.ts";
import { noEffect, type Reader, readWord, wrongType } from "../file/reader.ts";
import type { TreeNode } from "../file/tree.ts";
import { type ConditionKind, plainCondition } from "./kind.ts";
import { stringTest } from "./string_condition.ts";

/** A secret stands in the string. */
export const SECRETS = detectorKind("secrets");
/** Characters that do not show, or that drive a terminal, stand in it. */
export const HIDDEN = detectorKind("hidden");
/** It gives orders to a model. */
export const INJECTION = detectorKind("injection");

function detectorKind(kind: DetectorKind): ConditionKind {
  return {
    name: kind,
    read(node, what, { reader }) {
      const detector = readDetector(reader, node, what, kind);
      if (detector === undefined) return undefined;
      return plainCondition(kind, node, (compiler) => {
        compiler.detects(kind);
        return stringTest((text, _way, moment) =>
          moment.findings(text, kind).some((finding) => isDetected(detector, finding))
        );
      });
    },
  };
}

const CONFIDENCES: readonly Confidence[] = ["possible", "likely", "certain"];

/** Reads what a policy says of a detector: `true` or how sure it must be. */
export function readDetector(reader: Reader, node: TreeNode, what: string, kind: DetectorKind): Detector | undefined {
  if (node.type === "string") {
    const atLeast = readWord(reader, node, what, CONFIDENCES);
    return atLeast && { kind, atLeast };
  }
  if (node.type !== "boolean") return wrongType(reader, node, what, "true, or how sure a finding must be");
  if (node.value) return { kind, atLeast: "likely" };
  return noEffect(reader, node, what, 'it is false: leave it out, or write it inside "not"');
}
