/**
 * Somebody who tries out the server that has one of everything.
 *
 * @module
 */

import type { Step } from "../support/sdk_clients.ts";
import { npmServer } from "../support/sallyport.ts";
import type { CorpusServer } from "./corpus_server.ts";
import { type Dice, prose } from "./seeded_random.ts";

/** server-everything. */
export const EVERYTHING_CORPUS: CorpusServer = {
  name: "everything",
  prepare: async () => {},
  command: () => npmServer("server-everything"),
  session: (_folder, dice) => [
    { list: "tools" },
    { list: "resources" },
    ...Array.from({ length: dice.whole(34, 44) }, () => work(dice)),
  ],
};

function work(dice: Dice): Step {
  switch (
    dice.one(["echo", "sum", "note", "weather", "links", "reference", "read", "image", "prompt", "city", "long"])
  ) {
    case "echo":
      return { call: "echo", args: { message: prose(dice, dice.whole(1, 25)) } };
    case "sum":
      return { call: "get-sum", args: { a: dice.whole(0, 500), b: dice.whole(-20, 60) } };
    case "note":
      return {
        call: "get-annotated-message",
        args: {
          messageType: dice.one(["success", "error", "debug"]),
          ...(dice.chance(0.5) ? { includeImage: dice.chance(0.5) } : {}),
        },
      };
    case "weather":
      return { call: "get-structured-content", args: { location: dice.one(["New York", "Chicago", "Los Angeles"]) } };
    case "links":
      return { call: "get-resource-links", args: { count: dice.whole(1, 9) } };
    case "reference":
      return {
        call: "get-resource-reference",
        args: { resourceType: dice.one(["Text", "Blob"]), resourceId: dice.whole(1, 30) },
      };
    case "read":
      return { read: `demo://resource/dynamic/${dice.one(["text", "blob"])}/${dice.whole(1, 40)}` };
    case "image":
      return { call: "get-tiny-image" };
    case "prompt":
      return { prompt: "simple-prompt" };
    case "city":
      return {
        prompt: "args-prompt",
        args: {
          city: dice.one(["Paris", "Oslo", "Lima", "Rome", "Cairo"]),
          ...(dice.chance(0.3) ? { state: "TX" } : {}),
        },
      };
    default:
      return { call: "trigger-long-running-operation", args: { duration: 0.1, steps: dice.whole(1, 4) } };
  }
}
