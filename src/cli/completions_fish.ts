/**
 * The completion script for fish.
 *
 * @module
 */

import type { CompletedFlag, Completion, CompletionPlace } from "./completion_tree.ts";
import { firstSentence } from "./completion_text.ts";

/** Writes the script. */
export function completionsFish(tree: readonly CompletionPlace[]): string {
  const withValue = tree.flatMap(({ path, flags }) =>
    flags.flatMap((flag) => flag.value === undefined ? [] : flag.names.map((name) => `'${path}/${name}'`))
  );
  const steps = tree.flatMap(({ path, next }) =>
    next.map(({ name }) =>
      `            case '${path}/${name}'\n                set place '${`${path} ${name}`.trim()}'`
    )
  );
  return `# Completions of sallyport for fish: a file sallyport.fish in ~/.config/fish/completions.
function __sallyport_place
    set -l place ''
    set -l skip ''
    set -l words (commandline -opc)
    for word in $words[2..-1]
        # What stands behind -- is the server's.
        if test "$word" = --
            echo --
            return
        end
        if test -n "$skip"
            set skip ''
            continue
        end
        switch "$place/$word"
            case ${withValue.join(" ")}
                set skip 1
${steps.join("\n")}
        end
    end
    echo "$place"
end

function __sallyport_at
    test (__sallyport_place) = "$argv[1]"
end

complete -c sallyport -f
complete -c sallyport -n '__sallyport_at --' -F
${tree.flatMap(linesOf).join("\n")}
`;
}

function linesOf({ path, next, flags, word }: CompletionPlace): string[] {
  const at = `complete -c sallyport -n ${quoted(`__sallyport_at ${quoted(path)}`)}`;
  const words = next.map(({ name, text }) => `${at} -a ${name}${describe(text)}`);
  const own = next.length === 0 && word.kind !== "nothing" ? [`${at} ${valueOf(word)}`] : [];
  return [...words, ...own, ...flags.map((flag) => `${at} ${flagOf(flag)}`)];
}

function flagOf({ names, value, text }: CompletedFlag): string {
  const spelled = names.map((name) => name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`);
  return `${spelled.join(" ")}${value === undefined ? "" : ` -r ${valueOf(value)}`}${describe(text)}`;
}

function valueOf(completion: Completion): string {
  switch (completion.kind) {
    case "files":
      return "-F";
    case "folders":
      return "-f -a '(__fish_complete_directories)'";
    case "words":
      return `-f -a ${quoted(completion.words.join(" "))}`;
    case "nothing":
      return "-f";
  }
}

function describe(text: string): string {
  const short = firstSentence(text);
  return short === "" ? "" : ` -d ${quoted(short)}`;
}

/** As fish reads it: a backslash guards itself and a quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
