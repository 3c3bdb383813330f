/**
 * An assistant that keeps what it hears about people and projects in a graph.
 *
 * @module
 */

import { join } from "node:path";
import type { Step } from "../support/sdk_clients.ts";
import { npmServer } from "../support/sallyport.ts";
import type { CorpusServer } from "./corpus_server.ts";
import { type Dice, prose } from "./seeded_random.ts";

const PEOPLE = ["Ada Lovelace", "Grace", "Linus T.", "Margaret", "Katherine J.", "Alan", "Barbara", "Edsger", "Hedy"];
const PROJECTS = ["Atlas", "Borealis", "Comet v2", "Delta-Store", "Echo"];
const TYPES = ["person", "project", "place", "tool"];
const RELATIONS = ["works_on", "knows", "leads", "uses", "reports_to"];

/** server-memory with a graph in one file. */
export const MEMORY_CORPUS: CorpusServer = {
  name: "memory",
  prepare: async () => {},
  command: (folder) => ["env", `MEMORY_FILE_PATH=${join(folder, "memory.jsonl")}`, ...npmServer("server-memory")],
  session: (_folder, dice, index) => [
    { list: "tools" },
    { call: "read_graph" },
    ...Array.from({ length: dice.whole(33, 42) }, () => work(dice, index)),
  ],
};

function work(dice: Dice, index: number): Step {
  const name = () => dice.chance(0.25) ? `${dice.one(PROJECTS)} ${index}` : dice.one([...PEOPLE, ...PROJECTS]);
  switch (dice.one(["search", "open", "entities", "observe", "relate", "read", "forget", "unrelate", "unobserve"])) {
    case "search":
      return { call: "search_nodes", args: { query: dice.chance(0.5) ? name() : prose(dice, 2) } };
    case "open":
      return { call: "open_nodes", args: { names: Array.from({ length: dice.whole(1, 3) }, name) } };
    case "entities":
      return {
        call: "create_entities",
        args: {
          entities: Array.from({ length: dice.whole(1, 3) }, () => ({
            name: name(),
            entityType: dice.one(TYPES),
            observations: Array.from({ length: dice.whole(0, 3) }, () => prose(dice, dice.whole(3, 14))),
          })),
        },
      };
    case "observe":
      return {
        call: "add_observations",
        args: { observations: [{ entityName: dice.one(PEOPLE), contents: [prose(dice, dice.whole(4, 18))] }] },
      };
    case "relate":
      return {
        call: "create_relations",
        args: { relations: [{ from: dice.one(PEOPLE), to: dice.one(PROJECTS), relationType: dice.one(RELATIONS) }] },
      };
    case "forget":
      return { call: "delete_entities", args: { entityNames: [name()] } };
    case "unrelate":
      return {
        call: "delete_relations",
        args: { relations: [{ from: dice.one(PEOPLE), to: dice.one(PROJECTS), relationType: dice.one(RELATIONS) }] },
      };
    case "unobserve":
      return {
        call: "delete_observations",
        args: { deletions: [{ entityName: dice.one(PEOPLE), observations: [prose(dice, 5)] }] },
      };
    default:
      return { call: "read_graph" };
  }
}
