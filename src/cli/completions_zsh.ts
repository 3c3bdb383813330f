/**
 * The completion script for zsh: a file named `_sallyport` in a folder of `fpath`, or sourced.
 *
 * @module
 */

import type { Completion, CompletionPlace } from "./completion_tree.ts";
import { firstSentence, inSingleQuotes } from "./completion_text.ts";

/** Writes the script. */
export function completionsZsh(tree: readonly CompletionPlace[]): string {
  const steps = tree.flatMap(({ path, next }) =>
    next.map(({ name }) => `      ('${path}/${name}') place='${path === "" ? name : `${path} ${name}`}' ;;`)
  );
  return `#compdef sallyport
# Completions of sallyport for zsh. Put this file as _sallyport into a folder of fpath, or source it behind compinit.
_sallyport() {
  local place='' word='' flag='' skip=''
  local -a choices
  integer i
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    # What stands behind -- is the server's.
    if [[ $word == -- ]]; then
      if ((i + 1 == CURRENT)); then _command_names -e; else _files; fi
      return
    fi
    if [[ -n $skip ]]; then skip=''; continue; fi
    if _sallyport_takes_value "$place/$word"; then skip=1; flag=$word; continue; fi
    case "$place/$word" in
${steps.join("\n")}
    esac
  done
  if [[ -z $skip && $PREFIX == --*=* ]]; then
    flag=\${PREFIX%%=*}
    _sallyport_takes_value "$place/$flag" || return 1
    compset -P '*='
    skip=1
  fi
  if [[ -n $skip ]]; then _sallyport_value "$place/$flag"; return; fi
  case "$place" in
${tree.map(placeCase).join("\n")}
  esac
}

_sallyport_takes_value() {
  case "$1" in
${tree.flatMap(takesValueCase).join("\n")}
  esac
  return 1
}

_sallyport_value() {
  case "$1" in
${tree.flatMap(valueCases).join("\n")}
  esac
}

if [[ $funcstack[1] == _sallyport ]]; then
  _sallyport "$@"
else
  compdef _sallyport sallyport
fi
`;
}

function reply(completion: Completion): string {
  switch (completion.kind) {
    case "files":
      return "_files";
    case "folders":
      return "_files -/";
    case "words":
      return `compadd -- ${completion.words.join(" ")}`;
    case "nothing":
      return ":";
  }
}

function described(pairs: readonly { readonly name: string; readonly text: string }[]): string {
  return pairs.map(({ name, text }) => inSingleQuotes(`${name}:${firstSentence(text)}`)).join(" ");
}

function placeCase({ path, next, flags, word }: CompletionPlace): string {
  const names = flags.flatMap((flag) => flag.names.map((name) => ({ name, text: flag.text })));
  const words = next.length > 0 ? `choices=(${described(next)}); _describe command choices` : reply(word);
  return `    ('${path}')
      if [[ $PREFIX == -* ]]; then choices=(${described(names)}); _describe -o flag choices
      else ${words}; fi ;;`;
}

function takesValueCase({ path, flags }: CompletionPlace): string[] {
  const names = flags.flatMap((flag) => flag.value === undefined ? [] : flag.names);
  return names.length === 0 ? [] : [`    (${names.map((name) => `'${path}/${name}'`).join("|")}) return 0 ;;`];
}

function valueCases({ path, flags }: CompletionPlace): string[] {
  return flags.flatMap(({ names, value }) =>
    value === undefined ? [] : [`    (${names.map((name) => `'${path}/${name}'`).join("|")}) ${reply(value)} ;;`]
  );
}
