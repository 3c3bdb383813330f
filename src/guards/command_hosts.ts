/**
 * Which hosts a command names, for lists of hosts.
 *
 * @module
 */

import { NETWORK } from "./command_data.ts";
import type { Invocation } from "./invocation.ts";

/** Flags by which a program takes its hosts from elsewhere. */
const ELSEWHERE_REGEXP =
  /^(?:-x|-K|-i|--proxy|--preproxy|--socks\S*|--config|--resolve|--connect-to|--input-file|--url|-e)(?:=|$)/;
const VALUED_REGEXP =
  /^-[a-zA-Z]*[oHdXAubcTFemUwLDpPsW]$|^--(?:output|header|data\S*|request|user\S*|form|method|body\S*)$/;

/** The hosts in a command's words; `unresolved` when some cannot be told. */
export function hostsOf({ program, args }: Invocation): readonly string[] | "unresolved" {
  const hosts: string[] = [];
  const isNetwork = NETWORK.has(program);
  for (let index = 0; index < args.length; index++) {
    const { text, literal } = args[index] ?? { text: "", literal: true };
    if (isNetwork && ELSEWHERE_REGEXP.test(text)) return "unresolved";
    const url = /[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s"']*/.exec(text)?.[0];
    if (url !== undefined) {
      const host = hostOf(url);
      if (host === undefined || !literal) return "unresolved";
      hosts.push(host);
    } else if (isNetwork && !text.startsWith("-")) {
      if (!literal) return "unresolved";
      const host = /^(?:[^@/]*@)?([A-Za-z0-9.-]+)(?:[:/].*)?$/.exec(text)?.[1];
      if (host !== undefined && (host.includes(".") || host === "localhost" || index === 0)) hosts.push(host);
    }
    if (isNetwork && VALUED_REGEXP.test(text)) index++;
  }
  return hosts;
}

function hostOf(url: string): string | undefined {
  try {
    return new URL(url).hostname;
  } catch {
    return undefined;
  }
}
