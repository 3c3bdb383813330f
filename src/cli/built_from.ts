/**
 * The commit that a built program comes from. A compiled program has it as its first word, baked in by tools/compile.ts; in
 * the bundle tools/npm.ts writes it in place of the mark below. From a clone it is not known.
 *
 * @module
 */

/** What a person gave, and the commit. */
export interface BuiltFrom {
  readonly args: readonly string[];
  readonly commit: string | undefined;
}

const WORD = "--built-from=";
/** tools/npm.ts puts a commit here. */
const MARK = "@built-from@";
const COMMIT_REGEXP = /^[0-9a-f]{12}(?:-changed)?$/;

/** Takes the baked word off a compiled program's words; of any other program all words are the person's. */
export function readBuiltFrom(
  args: readonly string[],
  options: { readonly isCompiled: boolean; readonly mark?: string },
): BuiltFrom {
  const { isCompiled, mark = MARK } = options;
  const [first] = args;
  const isBaked = isCompiled && first !== undefined && first.startsWith(WORD);
  const commit = isBaked ? first.slice(WORD.length) : mark;
  return { args: isBaked ? args.slice(1) : args, commit: COMMIT_REGEXP.test(commit) ? commit : undefined };
}
