import { assert } from "@std/assert";
import changelog from "../../CHANGELOG.md" with { type: "text" };
import { VERSION } from "./version.ts";

Deno.test("the version is one of semantic versioning, and the changelog knows it", () => {
  assert(/^\d+\.\d+\.\d+(?:-[0-9a-z.]+)?$/.test(VERSION));
  assert(changelog.includes(`## ${VERSION}`) || changelog.includes("## Unreleased"));
});
