/**
 * The completion script for bash, from 3.2 on (what macOS has).
 *
 * @module
 */

import type { Completion, CompletionPlace } from "./completion_tree.ts";

/** Writes the script. */
export function completionsBash(tree: readonly CompletionPlace[]): string {
  const steps = tree.flatMap(({ path, next }) =>
    next.map(({ name }) => `      "${path}/${name}") place="${path === "" ? name : `${path} ${name}`}" ;;`)
  );
  return `# Completions of sallyport for bash. Put this file where bash-completion looks, or source it.
_sallyport() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="" place="" skip="" word="" i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    # What stands behind -- is the server's.
    if [[ $word == -- ]]; then
      if ((i + 1 == COMP_CWORD)); then _sallyport_reply -c; else _sallyport_reply -f; fi
      return
    fi
    [[ $word == = ]] && continue
    if [[ -n $skip ]]; then skip=""; continue; fi
    if _sallyport_takes_value "$place" "$word"; then skip=1; continue; fi
    case "$place/$word" in
${steps.join("\n")}
    esac
  done
  # bash gives --flag=value as three words.
  if ((COMP_CWORD > 0)); then prev="\${COMP_WORDS[COMP_CWORD - 1]}"; fi
  [[ $cur == = ]] && cur=""
  if [[ $prev == = ]] && ((COMP_CWORD > 1)); then prev="\${COMP_WORDS[COMP_CWORD - 2]}"; elif [[ "\${COMP_WORDS[COMP_CWORD]}" != = && -z $skip ]]; then prev=""; fi
  if [[ -n $prev ]] && _sallyport_value "$place" "$prev"; then return; fi
  case "$place" in
${tree.map(placeCase).join("\n")}
  esac
}

_sallyport_reply() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$@" -- "$cur")
  case "$1" in -f | -d) compopt -o filenames 2>/dev/null ;; esac
}

_sallyport_takes_value() {
  case "$1/$2" in
${tree.flatMap(takesValueCase).join("\n")}
  esac
  return 1
}

_sallyport_value() {
  case "$1/$2" in
${tree.flatMap(valueCases).join("\n")}
  esac
  return 1
}

complete -F _sallyport sallyport
`;
}

function reply(completion: Completion): string {
  switch (completion.kind) {
    case "files":
      return "_sallyport_reply -f";
    case "folders":
      return "_sallyport_reply -d";
    case "words":
      return `_sallyport_reply -W "${completion.words.join(" ")}"`;
    case "nothing":
      return ":";
  }
}

function placeCase({ path, next, flags, word }: CompletionPlace): string {
  const words = next.length > 0 ? `_sallyport_reply -W "${next.map(({ name }) => name).join(" ")}"` : reply(word);
  const names = flags.flatMap((flag) => flag.names).join(" ");
  return `    "${path}") if [[ $cur == -* ]]; then _sallyport_reply -W "${names}"; else ${words}; fi ;;`;
}

function patterns({ path, flags }: CompletionPlace, isWanted: (value: Completion) => boolean): string {
  const names = flags.filter(({ value }) => value !== undefined && isWanted(value)).flatMap((flag) => flag.names);
  return names.map((name) => `"${path}/${name}"`).join(" | ");
}

function takesValueCase(place: CompletionPlace): string[] {
  const all = patterns(place, () => true);
  return all === "" ? [] : [`    ${all}) return 0 ;;`];
}

function valueCases(place: CompletionPlace): string[] {
  return place.flags.flatMap(({ names, value }) =>
    value === undefined ? [] : [
      `    ${names.map((name) => `"${place.path}/${name}"`).join(" | ")}) ${reply(value)}; return 0 ;;`,
    ]
  );
}
