import { assertEquals } from "@std/assert";
import { describeLimits, limitArguments, strictestLimits } from "./limited_command.ts";

Deno.test("limitArguments() says each limit in the units of prlimit, and ends its own words", () => {
  assertEquals(limitArguments({}, ["-x", "a"]), ["--core=0", "--", "-x", "a"]);
  assertEquals(limitArguments({ memoryMb: 512, cpuSeconds: 60, openFiles: 256, fileMb: 2 }, ["node"]), [
    ...["--core=0", "--data=536870912", "--cpu=60", "--nofile=256", "--fsize=2097152", "--", "node"],
  ]);
});

Deno.test("describeLimits() names what is limited and nothing else", () => {
  assertEquals(
    describeLimits({ memoryMb: 512, fileMb: 1 }),
    "512 MiB of memory, files up to 1 MiB for each of its processes",
  );
});

Deno.test("strictestLimits() takes of each limit the least, whoever set it", () => {
  assertEquals(strictestLimits([undefined, {}]), undefined);
  assertEquals(
    strictestLimits([{ memoryMb: 512, openFiles: 64 }, undefined, { memoryMb: 1024, cpuSeconds: 5 }]),
    { memoryMb: 512, cpuSeconds: 5, openFiles: 64, fileMb: undefined },
  );
});
