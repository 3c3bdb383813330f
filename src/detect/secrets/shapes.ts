/**
 * Secrets that are found by what stands around them: key blocks, URLs with a password, connection strings, `.netrc`,
 * Docker's and Kubernetes' files, headers, JSON web tokens. Forms: RFC 7468 (PEM), RFC 9580 (OpenPGP armour), RFC 3986
 * (user info), RFC 7519 (JWT), RFC 7617 (Basic), the PuTTY manual (key files), curl's and Docker's documentation.
 *
 * @module
 */

import { decodeBase64Text } from "../decode/base64.ts";
import { entropyOf, isPlaceholder } from "./placeholder.ts";
import type { Span } from "../span.ts";
import type { ShapeRule } from "./secret_rule.ts";

/** A key block is looked at up to here, in UTF-16 units; no key that people use is longer. */
const MAX_BLOCK = 65_536;
/** What a connection string's other parts may be away from its password. */
const BLOCK_CHARS = 512;

const KEY_HEADER_REGEXP = /-{4,5} ?BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}/y;
/** What may stand between a header and the first line of the key, also in source code and escaped. */
const KEY_BODY_REGEXP =
  /(?:\\{1,2}[nr]|[\s"'+,])*(?:(?:[A-Z][A-Za-z-]{2,20}: [^\n\\]{1,200})(?:\\{1,2}[nr]|\s)+){0,6}(?:\\{1,2}[nr]|[\s"'+,])*[A-Za-z0-9+/]{16}/y;
const KEY_REST_REGEXP = /[A-Za-z0-9+/=\s\\,:"'-]{0,65536}/y;
const END_LINE_REGEXP = /-{4,5}END [A-Z0-9 ]{3,50}-{4,5}|-{4,5} END [A-Z0-9 ]{3,50}-{4,5}/y;
const PUTTY_REGEXP = /PuTTY-User-Key-File-\d: [\w-]{1,40}(?:\r?\n|(?:\\r)?\\n)Encryption: /y;
const PUTTY_END_REGEXP = /Private-MAC: [0-9a-f]{40,64}/g;
const URL_REGEXP = /:\/\/([^\s:/@"'<>\\]{0,128}):([^\s/"'<>\\]{3,256})@(\[?[\w.:-]{1,100})/y;
const WEAK_PASSWORD_REGEXP =
  /^(?:pass(?:word|wd|phrase)?|pwd|pw|p|secret|user(?:name)?|root|admin|test|guest|foo|bar|token|key|api[_-]?key|xxx+|\*+|\.+|credentials?|\[.*\]|\{.*\}|<.*|\$.*|%[^%]*%|port|\d{1,5})$/i;
const ADO_REGEXP = /(?:password|pwd)[ \t]{0,3}=[ \t]{0,3}("[^"\n]{1,128}"|'[^'\n]{1,128}'|[^;"'\s<>]{1,128})/iy;
const ADO_PARTNER_REGEXP =
  /(?:server|data source|host|user ?id|uid|username|initial catalog|database|endpoint|driver)[ \t]{0,3}=/i;
const NETRC_REGEXP =
  /(?:machine\s{1,8}\S{1,128}|default)\s{1,8}login\s{1,8}\S{1,128}\s{1,8}(?:account\s{1,8}\S{1,64}\s{1,8})?password\s{1,8}(\S{1,256})/y;
const DOCKER_REGEXP = /auth\\?"\s{0,4}:\s{0,4}\\?"([A-Za-z0-9+/]{8,512}={0,2})\\?"/y;
const HEADER_REGEXP =
  /authorization\\?["']?[ \t]{0,3}[:=,][ \t]{0,3}\\?["'`]?(bearer|basic|token|bot|apikey|digest)[ \t]{1,3}([\w.~+/-]{8,4096}={0,2})/iy;
const BEARER_REGEXP = /bearer[ \t]{1,3}([\w.~+/-]{20,4096}={0,2})/iy;
const JWT_REGEXP = /eyJ[\w-]{8,4096}\.eyJ[\w-]{4,16384}(?:\.[\w-]{0,4096})?/y;
const CURL_REGEXP = /-(?:u|-user)[ \t=]{1,3}["']?([\w.@+-]{1,64}):(?!\/\/)([^\s"'`$<{]{4,128})/y;
const FLAG_REGEXP = /--pass(?:word|wd|phrase)?(?:=|[ \t]{1,3})["']?([^\s"'`$<{[-][^\s"'`]{5,128})/y;
const KUBERNETES_REGEXP =
  /\n(?:data|stringData):((?:\r?\n[ \t]{1,8}[\w.-]{1,100}:[ \t]{0,4}["']?[^\s"'$<{]{4,4096}["']?){1,50})/;

/** Everything that has its own finder. */
export const SHAPE_RULES: readonly ShapeRule[] = [
  { id: "private-key", keywords: ["-----begin", "---- begin"], find: findKeyBlock, confidence: "certain" },
  { id: "putty-private-key", keywords: ["putty-user-key-f"], find: findPuttyKey, confidence: "certain" },
  { id: "url-credentials", keywords: ["://"], find: findUrlPassword, confidence: "likely" },
  { id: "connection-string", keywords: ["password", "pwd"], find: findConnectionPassword, confidence: "likely" },
  { id: "netrc", keywords: ["machine", "default"], find: inGroup(NETRC_REGEXP), confidence: "likely" },
  { id: "docker-auth", keywords: ['auth"', 'auth\\"'], find: findDockerAuth, confidence: "certain" },
  { id: "authorization-header", keywords: ["authorization"], find: findHeader, confidence: "likely" },
  { id: "bearer-token", keywords: ["bearer"], find: findBearer, confidence: "possible" },
  { id: "jwt", keywords: ["eyj"], find: findJwt, confidence: "certain" },
  { id: "curl-user", keywords: ["-u", "--user"], find: findCurlUser, confidence: "possible" },
  { id: "password-flag", keywords: ["--pass"], find: inGroup(FLAG_REGEXP, isStrongEnough), confidence: "possible" },
  { id: "kubernetes-secret", keywords: ["kind: secret"], find: findKubernetesData, confidence: "likely" },
];

function matchAt(regexp: RegExp, text: string, at: number): RegExpExecArray | undefined {
  regexp.lastIndex = at;
  return regexp.exec(text) ?? undefined;
}

/** A finder for the last group of a pattern that ends with it. */
function inGroup(regexp: RegExp, accept: (value: string) => boolean = (value) => !isPlaceholder(value)) {
  return (text: string, at: Span): Span | undefined => {
    const match = matchAt(regexp, text, at.start);
    const value = match?.at(-1);
    if (match === undefined || value === undefined || !accept(value)) return undefined;
    const end = at.start + match[0].length;
    return { start: end - value.length, end };
  };
}

function findKeyBlock(text: string, at: Span, memory: Map<string, number>): Span | undefined {
  const header = matchAt(KEY_HEADER_REGEXP, text, at.start);
  if (header === undefined) return undefined;
  const bodyStart = at.start + header[0].length;
  // A header alone, as documents and parsers have it, is no key.
  const body = matchAt(KEY_BODY_REGEXP, text, bodyStart);
  if (body === undefined) return undefined;
  const end = nextEnd(text, bodyStart, memory);
  if (end !== undefined && end - bodyStart <= MAX_BLOCK) {
    const line = matchAt(END_LINE_REGEXP, text, end);
    return { start: at.start, end: end + (line?.[0].length ?? 0) };
  }
  const rest = matchAt(KEY_REST_REGEXP, text, bodyStart);
  return { start: at.start, end: bodyStart + (rest?.[0].length ?? 0) };
}

/** Where the next end line begins; each stretch of the text is searched once. */
function nextEnd(text: string, from: number, memory: Map<string, number>): number | undefined {
  const known = memory.get("end");
  const next = known !== undefined && (known >= from || known < 0) ? known : searchEnd(text, from);
  memory.set("end", next);
  return next < 0 ? undefined : next;
}

function searchEnd(text: string, from: number): number {
  const regexp = /-{4,5} ?END /g;
  regexp.lastIndex = from;
  return regexp.exec(text)?.index ?? -1;
}

function findPuttyKey(text: string, at: Span, memory: Map<string, number>): Span | undefined {
  if (matchAt(PUTTY_REGEXP, text, at.start) === undefined) return undefined;
  const known = memory.get("mac");
  if (known === undefined || (known >= 0 && known <= at.start)) {
    PUTTY_END_REGEXP.lastIndex = at.start;
    memory.set("mac", PUTTY_END_REGEXP.exec(text) === null ? -1 : PUTTY_END_REGEXP.lastIndex);
  }
  const end = memory.get("mac") ?? -1;
  if (end >= 0 && end - at.start <= MAX_BLOCK) return { start: at.start, end };
  return { start: at.start, end: Math.min(text.length, at.start + MAX_BLOCK) };
}

function findUrlPassword(text: string, at: Span): Span | undefined {
  if (!/[a-z0-9]/i.test(text.charAt(at.start - 1))) return undefined;
  const match = matchAt(URL_REGEXP, text, at.start);
  const [, user, password, host] = match ?? [];
  if (user === undefined || password === undefined || host === undefined) return undefined;
  if (WEAK_PASSWORD_REGEXP.test(password) || isPlaceholder(password) || password === user) return undefined;
  if (isPlaceholder(user) && !/example/i.test(user)) return undefined;
  const start = at.start + 3 + user.length + 1;
  return { start, end: start + password.length };
}

function findConnectionPassword(text: string, at: Span, memory: Map<string, number>): Span | undefined {
  const match = matchAt(ADO_REGEXP, text, at.start);
  const value = match?.[1];
  if (match === undefined || value === undefined) return undefined;
  const end = at.start + match[0].length;
  const before = text.slice(Math.max(0, at.start - 4), at.start);
  const isPart = /;\s{0,3}$/.test(before) || (text[end] === ";" && /(?:["'`=]|^|\n)[ \t]{0,3}$/.test(before));
  if (!isPart || !hasPartner(text, at.start, memory)) return undefined;
  const bare = value.replace(/^["']|["']$/g, "");
  if (WEAK_PASSWORD_REGEXP.test(bare) || isPlaceholder(bare)) return undefined;
  return { start: end - value.length, end };
}

/** Says whether other parts of a connection string stand near; asked once for each stretch of the text. */
function hasPartner(text: string, at: number, memory: Map<string, number>): boolean {
  const block = Math.floor(at / BLOCK_CHARS);
  const key = `block ${block}`;
  let answer = memory.get(key);
  if (answer === undefined) {
    const near = text.slice(Math.max(0, (block - 1) * BLOCK_CHARS), (block + 2) * BLOCK_CHARS);
    answer = ADO_PARTNER_REGEXP.test(near) ? 1 : 0;
    memory.set(key, answer);
  }
  return answer === 1;
}

function findDockerAuth(text: string, at: Span): Span | undefined {
  const match = matchAt(DOCKER_REGEXP, text, at.start);
  const value = match?.[1];
  if (match === undefined || value === undefined || !/^[^:\s]{1,128}:[^\s]{2,}/.test(decodeBase64Text(value))) {
    return undefined;
  }
  const start = at.start + match[0].indexOf(value);
  return { start, end: start + value.length };
}

function findHeader(text: string, at: Span): Span | undefined {
  const match = matchAt(HEADER_REGEXP, text, at.start);
  const [, scheme, value] = match ?? [];
  if (match === undefined || scheme === undefined || value === undefined || isPlaceholder(value)) return undefined;
  if (/^basic$/i.test(scheme) ? !decodeBase64Text(value).includes(":") : !isRandom(value)) return undefined;
  const end = at.start + match[0].length;
  return { start: end - value.length, end };
}

function findBearer(text: string, at: Span): Span | undefined {
  const match = matchAt(BEARER_REGEXP, text, at.start);
  const value = match?.[1];
  if (match === undefined || value === undefined || isPlaceholder(value) || !isRandom(value)) return undefined;
  const end = at.start + match[0].length;
  return { start: end - value.length, end };
}

function isRandom(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value) && entropyOf(value.slice(0, 256)) >= 3;
}

function findJwt(text: string, at: Span): Span | undefined {
  if (/[\w-]/.test(text.charAt(at.start - 1)) && text.charAt(at.start - 2) !== "\\") return undefined;
  const match = matchAt(JWT_REGEXP, text, at.start);
  if (match === undefined) return undefined;
  const header = decodeBase64Text(match[0].slice(0, match[0].indexOf(".")));
  // The token that jwt.io and most documents show.
  const payload = decodeBase64Text(match[0].split(".", 2)[1] ?? "");
  if (/"sub"\s*:\s*"1234567890"/.test(payload)) return undefined;
  if (!/^\{[^]*"(?:alg|enc|typ)"\s*:/.test(header)) return undefined;
  return { start: at.start, end: at.start + match[0].length };
}

function findCurlUser(text: string, at: Span): Span | undefined {
  if (!/\s/.test(text.charAt(at.start - 1))) return undefined;
  const match = matchAt(CURL_REGEXP, text, at.start);
  const [, , password] = match ?? [];
  if (match === undefined || password === undefined || !isStrongEnough(password)) return undefined;
  const end = at.start + match[0].length;
  return { start: end - password.length, end };
}

function isStrongEnough(value: string): boolean {
  return !isPlaceholder(value) && !WEAK_PASSWORD_REGEXP.test(value) && value.length >= 6 && /\d/.test(value) &&
    /[A-Za-z]/.test(value) && entropyOf(value) >= 2.5;
}

function findKubernetesData(text: string, at: Span, memory: Map<string, number>): Span | undefined {
  if (at.start < (memory.get("from") ?? 0)) return undefined;
  memory.set("from", at.start + BLOCK_CHARS);
  const near = text.slice(at.start, at.start + BLOCK_CHARS * 16);
  const match = KUBERNETES_REGEXP.exec(near.split(/\n---/, 1)[0] ?? "");
  if (match === null || isPlaceholder(match[1] ?? "")) return undefined;
  const end = at.start + match.index + match[0].length;
  return { start: end - (match[1] ?? "").length, end };
}
