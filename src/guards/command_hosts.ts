/**
 * Which hosts a command names, for lists of hosts.
 *
 * @module
 */

import { NETWORK } from "./command_data.ts";
import type { Invocation } from "./invocation.ts";
import { isSameAddress, parseIpAddress, unmapped } from "./ip_address.ts";

/** Flags by which a program takes its hosts from elsewhere. */
const ELSEWHERE_REGEXP =
  /^(?:-x|-K|-i|--proxy|--preproxy|--socks\S*|--config|--resolve|--connect-to|--input-file|--url|-e)(?:=|$)/;
const LONG_VALUED = "--(?:output|header|data\\S*|request|user\\S*|form|method|body\\S*)";
const VALUED_REGEXP = new RegExp(`^-[a-zA-Z]*[oHdXAubcTFemUwLDpPsW]$|^${LONG_VALUED}$`);
/** In curl and wget, these letters of ssh and netcat have no value. */
const FETCHER_VALUED_REGEXP = new RegExp(`^-[a-zA-Z]*[oOHdXAubTFemUwDPtQ]$|^${LONG_VALUED}$`);

function isValued(program: string, text: string): boolean {
  if (!/^(?:curl|wget|aria2c)$/.test(program)) return VALUED_REGEXP.test(text);
  // One names its file itself.
  return FETCHER_VALUED_REGEXP.test(text) && !(program === "curl" && text.endsWith("O"));
}

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
    if (isNetwork && isValued(program, text)) index++;
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

/** Where clouds hand out credentials to whoever asks from inside. */
const METADATA_NAMES: ReadonlySet<string> = new Set(
  "metadata metadata.google.internal metadata.goog instance-data instance-data.ec2.internal rancher-metadata".split(
    " ",
  ),
);
const METADATA_ADDRESSES =
  "169.254.169.254 169.254.170.2 169.254.170.23 169.254.42.42 100.100.100.200 192.0.0.192 168.63.129.16 fd00:ec2::254"
    .split(" ").flatMap((text) => parseIpAddress(text) ?? []);

/** What is written out is seen as an address, and refused with a better word than this. */
const PLAIN_ADDRESS_REGEXP =
  /^(?:https?:\/\/)?(?:169\.254\.(?:169\.254|170\.23?|42\.42)|100\.100\.100\.200|192\.0\.0\.192|168\.63\.129\.16|metadata\.google\.internal|metadata\.goog)(?:[\/:?#]|$)/i;

/** How many addresses one word may stand for by its braces. */
const MAX_SPELLINGS = 64;

/**
 * Says whether a program of the network asks where clouds hand out credentials, in spellings that are no address to a
 * reader of URLs: without slashes, by braces, in the value of a variable that is not set, or as where another name leads.
 */
export function asksForMetadata({ program, args }: Invocation): boolean {
  if (!NETWORK.has(program)) return false;
  return args.some(({ text }, index) => {
    const before = args[index - 1]?.text ?? "";
    const led = /^--(?:resolve|connect-to)=(.*)$/s.exec(text)?.[1] ??
      (/^--(?:resolve|connect-to)$/.test(before) ? text : undefined);
    if (led !== undefined) return led.split(/[,[\]]|:(?![\da-f:]*\])/i).some(isMetadataHost);
    if (text.length > 4096 || text.startsWith("-") || PLAIN_ADDRESS_REGEXP.test(text) || isValued(program, before)) {
      return false;
    }
    return spellings(text.replace(/\$\{!?\w+:?[-=+]([^{}]*)\}/g, "$1")).some((each) => {
      // A name alone is one to what takes addresses without a scheme.
      const host = /^(?:url:)?(?:[a-z][a-z\d+.-]*:\/{0,3})?(?:[^\/?#@]*@)?(\[[^\]]*\]|[^\/:?#]*)/i.exec(each)?.[1] ??
        "";
      return isMetadataHost(host);
    });
  });
}

function isMetadataHost(text: string): boolean {
  const host = text.toLowerCase().replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (METADATA_NAMES.has(host)) return true;
  // Names that lead to the address they are made of.
  const plain = host.replace(/\.(?:nip|sslip|xip)\.io$/, "");
  const dotted = plain === host
    ? host
    : /(?:^|[.-])((?:\d{1,3}[.-]){3}\d{1,3})$/.exec(plain)?.[1]?.replaceAll("-", ".") ?? hexadecimal(plain);
  const address = parseIpAddress(dotted);
  return address !== undefined && METADATA_ADDRESSES.some((each) => isSameAddress(each, unmapped(address)));
}

/** Eight hexadecimal digits as an address. */
function hexadecimal(text: string): string {
  const digits = /(?:^|[.-])([\da-f]{8})$/.exec(text)?.[1];
  return digits === undefined ? text : (digits.match(/../g) ?? []).map((each) => parseInt(each, 16)).join(".");
}

/** What the first braces in a word stand for, by the shell or by curl; the word itself where there are none. */
function spellings(text: string): readonly string[] {
  const list = /^([^{}]*)\{([^{}]*)\}(.*)$/s.exec(text);
  if (list !== null) {
    const [, head = "", inner = "", tail = ""] = list;
    return inner.split(",", MAX_SPELLINGS).map((each) => head + each + tail);
  }
  const range = /^([^[\]]*)\[(\d{1,3})-(\d{1,3})\](.*)$/s.exec(text);
  if (range === null) return [text];
  const [, head = "", first = "", last = "", tail = ""] = range;
  const count = Math.min(Math.max(Number(last) - Number(first) + 1, 0), 256);
  return Array.from({ length: count }, (_, index) => head + String(Number(first) + index) + tail);
}
