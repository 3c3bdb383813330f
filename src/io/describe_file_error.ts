/**
 * Says what is wrong with a file, for people.
 *
 * @module
 */

/** A file error in a few words, without the path. */
export function describeFileError(error: unknown): string {
  if (error instanceof Deno.errors.NotCapable) return "Deno permission is missing";
  if (error instanceof Deno.errors.NotFound) return "it does not exist";
  if (error instanceof Deno.errors.PermissionDenied) return "permission denied";
  if (error instanceof Deno.errors.AlreadyExists || error instanceof Deno.errors.NotADirectory) {
    return "a file is in the way";
  }
  if (error instanceof Deno.errors.IsADirectory) return "it is a folder";
  const text = error instanceof Error ? error.message : String(error);
  if (/read-only|os error 30/i.test(text)) return "the disk is read-only";
  if (/no space|os error 28/i.test(text)) return "the disk is full";
  if (/os error 20/i.test(text)) return "a file is in the way";
  return text.replace(/\p{Cc}/gu, " ").slice(0, 120);
}
