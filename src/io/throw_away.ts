/**
 * A place for copies of a folder that are thrown away: files and folders, with their times. Links are left out, so that
 * nothing that is done to the copy reaches anything else.
 *
 * @module
 */

import type { ThrowAway } from "../cli/edge.ts";
import { describeFileError } from "./describe_file_error.ts";

const MAX_FILES = 20_000;
const MAX_BYTES = 256 * 1024 * 1024;

/** Makes the place. A sentence says why that cannot be, or why the folder is too much to be copied. */
export async function throwAway(folder: string): Promise<ThrowAway | string> {
  let root: string;
  try {
    root = await Deno.realPath(await Deno.makeTempDir({ prefix: "sallyport-copy-" }));
  } catch (error) {
    return describeFileError(error);
  }
  // The same name in the end: some servers show it.
  const path = `${root}/${folder.split("/").at(-1) || "copy"}`;
  const place: ThrowAway = {
    path,
    renew: async () => {
      try {
        await Deno.remove(path, { recursive: true }).catch(() => {});
        await copyInto(folder, path, { files: 0, bytes: 0 });
        return undefined;
      } catch (error) {
        return error instanceof TooMuch ? error.message : describeFileError(error);
      }
    },
    remove: async () => await Deno.remove(root, { recursive: true }).catch(() => {}),
  };
  const why = await place.renew();
  if (why !== undefined) await place.remove();
  return why ?? place;
}

/** There is more than is copied many times. */
class TooMuch extends Error {
  override readonly name = "TooMuch";
}

async function copyInto(from: string, to: string, sum: { files: number; bytes: number }): Promise<void> {
  await Deno.mkdir(to, { mode: 0o700 });
  for await (const { name, isFile, isDirectory } of Deno.readDir(from)) {
    if (!isFile && !isDirectory) continue;
    if (++sum.files > MAX_FILES) throw new TooMuch(`it has more than ${MAX_FILES} files`);
    const [source, target] = [`${from}/${name}`, `${to}/${name}`];
    if (isDirectory) await copyInto(source, target, sum);
    else await copyFile(source, target, sum);
  }
  await keepTimes(from, to);
}

async function copyFile(source: string, target: string, sum: { files: number; bytes: number }): Promise<void> {
  sum.bytes += (await Deno.stat(source)).size;
  if (sum.bytes > MAX_BYTES) throw new TooMuch(`it has more than ${MAX_BYTES / 1024 / 1024} MB`);
  await Deno.copyFile(source, target);
  await keepTimes(source, target);
}

async function keepTimes(source: string, target: string): Promise<void> {
  const { atime, mtime } = await Deno.stat(source);
  if (mtime !== null) await Deno.utime(target, atime ?? mtime, mtime);
}
