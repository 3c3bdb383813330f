/**
 * What an observation file holds: one session of one server, one JSON object a line. The first line says whose it is,
 * then comes a line for each request, and a last one that says how many there were and how many were lost.
 *
 * @module
 */

import type { Side } from "../src/jsonrpc/side.ts";
import type { PermissionUses } from "./permission_use.ts";

/** What a text looks like: one word of plain characters, one line, or anything. */
export type TextShape = "word" | "line" | "text";

/** What is kept of a string. */
export interface StringFact {
  readonly t: "string";
  /** Length in UTF-16 units. */
  readonly n: number;
  readonly s: TextShape;
  /** The value, where it is short, holds no secret and is not prose. Folders of the person are written as variables. */
  readonly v?: string | undefined;
  /** Where the value is not kept: a salted hash, by which equal values are found. */
  readonly h?: string | undefined;
  /** A detector saw a secret in it. */
  readonly secret?: true | undefined;
  /** The tool or method in whose answer the server itself said this first. */
  readonly taint?: string | undefined;
}

/** What is kept of one value. */
export type Fact =
  | { readonly t: "null" }
  | { readonly t: "boolean"; readonly v: boolean }
  /** Without a value: one that a double cannot hold. */
  | { readonly t: "number"; readonly v?: number | undefined }
  | StringFact
  | { readonly t: "array"; readonly n: number; readonly i: readonly Fact[] }
  | { readonly t: "object"; readonly m: Readonly<Record<string, Fact>> }
  /** There was more than is kept. */
  | { readonly t: "cut" };

/** Why a request is listed apart, and nothing is learned from it. */
export type Apart = "refused" | "error" | "after an injection" | "too large";

/** The first line. */
export interface SessionLine {
  readonly kind: "session";
  /** The version of the format. */
  readonly v: 1;
  readonly session: string;
  readonly server: string;
  /** Hash of program and arguments. */
  readonly command: string;
  /** The day it began, in UTC, as `2026-11-30`. */
  readonly day: string;
  /** The time of that day, as `14:05:09`. */
  readonly time?: string | undefined;
  /** The folder that the project is in, with variables, where permission uses are recorded: no set may hold it. */
  readonly above?: string | undefined;
}

/** One request and how it ended. */
export interface CallLine {
  readonly kind: "call";
  readonly side: Side;
  readonly method: string;
  readonly tool?: string | undefined;
  readonly apart?: Apart | undefined;
  readonly args?: Fact | undefined;
}

/** What the server used of Deno's permissions, as it was recorded; ahead of the last line. */
export interface RecordedLine extends PermissionUses {
  readonly kind: "recorded";
}

/** The last line. */
export interface EndLine {
  readonly kind: "end";
  readonly calls: number;
  /** Requests that could not be written. */
  readonly lost: number;
}

/** One line. */
export type ObservationLine = SessionLine | CallLine | RecordedLine | EndLine;

/** One session as it was read. */
export interface ObservedSession {
  readonly head: SessionLine;
  readonly calls: readonly CallLine[];
  /** How many requests were lost; `undefined` where the file has no end, so that nobody knows. */
  readonly lost: number | undefined;
  /** What the server used, where that was recorded. */
  readonly recorded?: PermissionUses | undefined;
  /** Whether it was made of an audit log, which keeps no values. */
  readonly isFromAudit?: true | undefined;
}

/** Where a file is faulty, and what to do. */
export interface ObservationProblem {
  readonly file: string;
  readonly line: number;
  readonly why: string;
  readonly hint: string;
}
