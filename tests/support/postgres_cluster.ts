/**
 * A PostgreSQL of one's own: a fresh cluster in a temporary folder, reached by a socket in it, gone with the test.
 *
 * @module
 */

import { join } from "node:path";

/** A running cluster, and its superuser `super`. */
export interface PostgresCluster extends AsyncDisposable {
  /** A folder that the server may write to, apart from its data. */
  readonly out: string;
  /** The words that start a `psql` on it. */
  psql(...args: string[]): string[];
}

/** The folder of the newest PostgreSQL that Debian's packages have put here, if any. */
export async function findPostgres(): Promise<string | undefined> {
  const root = "/usr/lib/postgresql";
  try {
    const versions = (await Array.fromAsync(Deno.readDir(root))).map(({ name }) => Number(name)).filter(
      Number.isInteger,
    );
    const newest = join(root, String(Math.max(...versions)), "bin");
    await Deno.stat(join(newest, "initdb"));
    return newest;
  } catch {
    return undefined;
  }
}

/** Runs a program to its end, without a terminal; throws with what it said when it fails. */
async function run(words: readonly string[]): Promise<void> {
  const [program = "", ...args] = words;
  const { success, stderr } = await new Deno.Command(program, { args, stdin: "null", stdout: "null", stderr: "piped" })
    .output();
  if (!success) throw new Error(`Cannot run ${program}: ${new TextDecoder().decode(stderr)}`);
}

/** Starts one. PostgreSQL refuses to run as root, who becomes `postgres` for it. */
export async function startPostgres(programs: string): Promise<PostgresCluster> {
  const folder = await Deno.makeTempDir({ prefix: "sallyport-postgres-" });
  await Deno.chmod(folder, 0o777);
  const out = join(folder, "out");
  await Deno.mkdir(out);
  await Deno.chmod(out, 0o777);
  const as = Deno.uid() === 0 ? ["runuser", "-u", "postgres", "--"] : [];
  const data = join(folder, "data");
  const control = (...args: string[]) => run([...as, join(programs, "pg_ctl"), "-D", data, "-w", ...args]);
  try {
    await run([...as, join(programs, "initdb"), "-D", data, "-A", "trust", "-U", "super", "--no-sync"]);
    const settings = `-c listen_addresses='' -c unix_socket_directories=${folder} -c fsync=off`;
    await control("-o", settings, "-l", join(folder, "log"), "start");
  } catch (error) {
    await Deno.remove(folder, { recursive: true });
    throw error;
  }
  return {
    out,
    psql: (...args) => ["psql", "-X", "-A", "-t", "-q", "-h", folder, "-U", "super", "-d", "postgres", ...args],
    async [Symbol.asyncDispose]() {
      await control("-m", "immediate", "stop");
      await Deno.remove(folder, { recursive: true });
    },
  };
}
