/**
 * Values that look drawn at random, or like a password, next to a name that says so. The weakest evidence of all, so
 * every doubt is for the text.
 *
 * @module
 */

import type { Assignment } from "./assignment.ts";
import { entropyOf, isPlaceholder } from "./placeholder.ts";

/** What names of secrets contain. */
export const GENERIC_NAMES: readonly string[] = [
  ...["password", "passwd", "passphrase", "secret", "token", "api_key", "access_key", "auth_key", "private_key"],
  ...["credential", "encryption_key", "signing_key", "master_key", "session_key", "_pass", "db_pwd", "security_key"],
];

const PASSWORD_NAME_REGEXP = /pass(?:word|wd|phrase)?|pwd/;
/** Names of things about a secret, or of what anybody may know. */
const TELLS_OTHERWISE_REGEXP =
  /public|hash|sha\d|md5|digest|checksum|integrity|etag|commit|csrf_?param|(?:[_.-]|^)(?:ids?|names?|paths?|files?|urls?|uri|endpoint|types?|count|length|size|limits?|version|regexp?|pattern|field|header|label|title|prefix|suffix|policy|ttl|expir\w*|arn|ref|env|var)$|[a-z](?:Id|Name|Path|File|Url)$|token(?:s|ize|izer|_?type)|secret_?(?:name|ref|version)/;
const UUID_REGEXP = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const INTEGRITY_REGEXP = /^(?:sha\d{1,3}|md5)[-:=]/i;
const HASH_REGEXP = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i;
/** A word, with the small number that words end in. */
const WORD_REGEXP = /^[A-Za-z]*\d{0,2}$/;
const CODE_REGEXP =
  /^(?:[A-Za-z_$][\w$]*\.)+[A-Za-z_$]|\(|\)|=>|^(?:true|false|null|undefined|none|nil)$|^(?:https?|file|arn|urn|ssh|git|data):|^[./~]|^(?:public|ssh-)|^[A-Z_]+$|^\w+\/\w+(?:\/\w+)*$/;

const MIN_RANDOM = 16;
const MIN_RANDOM_BITS = 3.4;
const MIN_HEX_BITS = 2.9;
const MIN_PASSWORD = 8;
const MIN_PASSWORD_BITS = 2.7;

/** Says whether an assignment gives a secret to its name. */
export function isGenericSecret({ name, value, isQuoted, isSetting }: Assignment): boolean {
  if (!/\d/.test(value) || TELLS_OTHERWISE_REGEXP.test(name) || isPlaceholder(value)) return false;
  const body = value.replace(/={1,2}$/, "");
  if (UUID_REGEXP.test(body) || INTEGRITY_REGEXP.test(body) || CODE_REGEXP.test(body)) return false;
  if (!/[A-Za-z]/.test(body) || body.split(/[-_./: ]/).every((part) => WORD_REGEXP.test(part))) return false;
  if (isRandomValue(body)) return isQuoted || isSetting || /\d/.test(body);
  return PASSWORD_NAME_REGEXP.test(name) && isPassword(body) && (isQuoted || isSetting);
}

function isRandomValue(body: string): boolean {
  if (body.length < MIN_RANDOM || !/^[\w+/.~=-]+$/.test(body) || (body.match(/\d/g)?.length ?? 0) < 2) return false;
  const bits = entropyOf(body.slice(0, 256));
  return HASH_REGEXP.test(body) || /^[0-9a-f]+$/i.test(body) ? bits >= MIN_HEX_BITS : bits >= MIN_RANDOM_BITS;
}

/** A password has letters, and digits or signs among them. */
function isPassword(body: string): boolean {
  return body.length >= MIN_PASSWORD && body.length <= 128 && /[A-Za-z]/.test(body) && /\d/.test(body) &&
    /[^A-Za-z0-9.]|[A-Z].*[a-z]|[a-z].*[A-Z]/.test(body) && entropyOf(body) >= MIN_PASSWORD_BITS;
}
