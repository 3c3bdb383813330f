/**
 * A made-up world in whose cache one version of a package lies.
 *
 * @module
 */

import type { FakeWorld } from "./fake_edge.ts";

/** The file of a package in the cache of `ENV`'s person. */
export function cachedFile(name: string, version: string): string {
  return `/home/ann/.cache/deno/npm/registry.npmjs.org/${name}/${version}/package.json`;
}

/** The world, with more files where they are given. */
export function withCached(name: string, version: string, world: FakeWorld = {}): FakeWorld {
  return { ...world, files: { [cachedFile(name, version)]: "{}", ...world.files } };
}
