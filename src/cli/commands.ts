/**
 * The table of subcommands. Each is loaded when it is used, so that starting a proxy loads nothing else.
 *
 * @module
 */

import type { CommandEntry } from "./command.ts";

/** Every subcommand, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "proxy",
    summary: "stand between a client and a server (the default)",
    load: async () => (await import("./proxy.ts")).PROXY,
  },
  {
    name: "init",
    summary: "find every client's servers, wrap them, write a policy",
    load: async () => (await import("./init.ts")).INIT,
  },
  {
    name: "wrap",
    summary: "put Sallyport in front of a server in its client's file",
    load: async () => (await import("./wrap.ts")).WRAP,
  },
  {
    name: "unwrap",
    summary: "take Sallyport out again, byte for byte",
    load: async () => (await import("./wrap.ts")).UNWRAP,
  },
  {
    name: "uninstall",
    summary: "unwrap every server and remove the Sallyport home",
    load: async () => (await import("./uninstall.ts")).UNINSTALL,
  },
  {
    name: "status",
    summary: "list every client's servers and what stands in front of them",
    load: async () => (await import("./status.ts")).STATUS,
  },
  {
    name: "check",
    summary: "say what the proxy would do with a message, or run a suite",
    load: async () => (await import("./check.ts")).CHECK,
  },
  {
    name: "explain",
    summary: "show the policies in force and what decides about a message",
    load: async () => (await import("./explain.ts")).EXPLAIN,
  },
  {
    name: "guard",
    summary: "judge values by one guard: path, url, sql or command",
    load: async () => (await import("./guard.ts")).GUARD,
  },
  {
    name: "scan",
    summary: "find secrets, hidden text and orders to a model in texts",
    load: async () => (await import("./scan.ts")).SCAN,
  },
  {
    name: "audit",
    summary: "verify, ask and export the audit log",
    load: async () => (await import("./audit.ts")).AUDIT,
  },
  {
    name: "allow",
    summary: "show the smallest change that would admit a refused call",
    load: async () => (await import("./allow.ts")).ALLOW,
  },
  {
    name: "lint",
    summary: "find what the author of a policy may not have meant",
    load: async () => (await import("./lint.ts")).LINT,
  },
  {
    name: "import",
    summary: "print a configuration of mcpwall as a policy",
    load: async () => (await import("./import.ts")).IMPORT,
  },
  {
    name: "trust",
    summary: "let a project's policy count as a whole",
    load: async () => (await import("./trust.ts")).TRUST,
  },
  {
    name: "approve",
    summary: "answer the questions of running proxies, in a terminal of your own",
    load: async () => (await import("./approve.ts")).APPROVE,
  },
  {
    name: "pins",
    summary: "show recorded tool definitions, accept changed ones",
    load: async () => (await import("./pins.ts")).PINS,
  },
  {
    name: "learn",
    summary: "write a policy from observed use, and see what it breaks and admits",
    load: async () => (await import("./learn.ts")).LEARN,
  },
  {
    name: "sandbox",
    summary: "try whether a server works under Deno; find its smallest permission set; fetch its package",
    load: async () => (await import("./sandbox.ts")).SANDBOX,
  },
  {
    name: "schema",
    summary: "print the JSON Schema of the policy format",
    load: async () => (await import("./schema.ts")).SCHEMA,
  },
  {
    name: "doctor",
    summary: "say which protections are on here",
    load: async () => (await import("./doctor.ts")).DOCTOR,
  },
  {
    name: "completions",
    summary: "print what makes a shell complete this command line",
    load: async () => (await import("./completions.ts")).newCompletions(COMMANDS),
  },
  {
    name: "man",
    summary: "print the man page",
    load: async () => (await import("./man.ts")).newMan(COMMANDS),
  },
];
