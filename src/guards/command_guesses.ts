/**
 * Where a command may stand in the words, the code and the input of programs that are not known to run others.
 *
 * What is found may be no command at all, so it serves refusals for what it would do, and nothing else.
 *
 * @module
 */

import { INTERPRETERS, SHELLS } from "./command_data.ts";

/** Whether a word stands for a program's standard input. */
export function isInput(text: string): boolean {
  return text === "-" || /^\/dev\/(?:stdin|fd\/0)$|^\/proc\/self\/fd\/0$/.test(text);
}

/** Whether a program that is no shell takes what it is to do from its input. */
export function readsCode(program: string, texts: readonly string[]): boolean {
  if (/^(?:bun|deno|java|expect|just)$/.test(program)) return texts.some(isInput);
  if (!/^(?:g?make|[gmn]?awk|sed|gdb|ninja)$/.test(program)) return false;
  return texts.some((text, index) =>
    (isInput(text) && /^(?:-[A-Za-z]*[fx]|--(?:file|makefile|command))$/.test(texts[index - 1] ?? "")) ||
    /^(?:-f|--(?:file|makefile)=)(?:-|\/dev\/stdin)$/.test(text)
  );
}

/** What only looks, in the shells of Windows: one command, and plain words. */
const ELSEWHERE_FLAG_REGEXP = /^(?:\/c|-c|-command)$/i;
const ELSEWHERE_REGEXP =
  /^(?:Get-(?:ChildItem|Process|Location|Date|Service|Item|Help|Command|Host|Module)|dir|ver|vol|where|hostname|whoami|tasklist|systeminfo)(?: [\w.,:\\/*-]+)*$/i;

/** Whether words for a shell of Windows only look. */
export function onlyLooks(flag: string, text: string): boolean {
  return ELSEWHERE_FLAG_REGEXP.test(flag) && ELSEWHERE_REGEXP.test(text);
}

/** Programs that print what a shell is to set up for them: known for this, and run with nothing else. */
const SETUP_REGEXP =
  /^\$\((?:ssh-agent(?: -[sc])?|direnv (?:hook|export) \w+|(?:pyenv|rbenv|nodenv|goenv|jenv|plenv)(?: virtualenv)?[ -]init(?: -| --path)*(?: \w+)?|minikube(?: -p [\w-]+)? docker-env(?: -p [\w-]+)?|(?:\/opt\/homebrew\/bin\/|\/usr\/local\/bin\/|\/home\/linuxbrew\/\.linuxbrew\/bin\/)?brew shellenv(?: \w+)?|fnm env(?: --[\w-]+)*|(?:starship|zoxide) init \w+|mise activate(?: \w+)?|opam env|docker-machine env(?: [\w-]+)?|dircolors(?: -b)?|gh completion -s \w+)\)$/;
const COMPLETION_REGEXP =
  /^<\((?:kubectl|helm|gh|docker|npm|deno|minikube|kind|flux|argocd|stern|k9s) completions? (?:-s )?\w+\)$/;

/** The program whose output sets up a shell, where a substitution is of one that is known for it. */
export function setupProgram(text: string): string | undefined {
  return SETUP_REGEXP.test(text) ? /[\w-]+(?=[ )])/.exec(text)?.[0] : undefined;
}

/** Whether a substitution is the completions that a known program prints. */
export function isCompletion(text: string): boolean {
  return COMPLETION_REGEXP.test(text);
}

/** Programs whose words are no programs: what looks like one there is a name, a text or a pattern. */
const TALKING: ReadonlySet<string> = new Set(
  ("echo printf : true false git gh glab grep egrep fgrep zgrep rg ag ack sed cat ls cp mv ln rm mkdir rmdir touch test [ [[ " +
    "cd pushd which whereis type info tldr apropos whatis apt apt-get aptitude apt-cache apk dnf yum zypper pacman brew " +
    "port snap flatpak choco winget scoop pip pip3 gem dpkg rpm npm pnpm yarn bun deno cargo dotnet getent systemctl " +
    "service ps pgrep pkill killall kill jq yq head tail wc sort uniq diff read export unset local declare typeset set " +
    "return exit curl wget awk gawk mawk nawk id groups less more code cursor chmod chown")
    .split(" "),
);
/** Programs that are started with every word of which the others make a program. */
const TEXT_TAKERS: ReadonlySet<string> = new Set(
  ("tmux screen hyperfine watchexec entr ansible parallel concurrently nodemon onchange zellij wezterm kitty xdotool " +
    "dtach abduco byobu viddy").split(" "),
);
const TEXT_FLAG_REGEXP = /^(?:-c|-e|-a|--(?:command|cmd|exec|execute|run|args|call|shell))$/;
const GLUED_TEXT_REGEXP = /^--(?:command|cmd|exec|execute|run|args|call|shell)=(.+)$/s;
/** Flags whose value is words of a person. */
const MESSAGE_FLAG_REGEXP =
  /^(?:-[mstbdnqp]|--(?:message|title|body|summary|description|subject|text|query|comment|notes?|name|prompt|label))$/;
const MARKERS: ReadonlySet<string> = new Set(["--", "run", "exec"]);
/** Programs that stand out as such among the words of another. */
const STANDING_OUT: ReadonlySet<string> = new Set(
  [...SHELLS, ..."rm dd shred find sudo doas xargs env nohup timeout eval".split(" ")],
);
/** How many places of one command are taken for the beginning of another. */
const MAX_GUESSES = 8;

/** A place of a command: the text of one, or the word from which on the words are one. */
export interface CommandPlace {
  readonly index: number;
  readonly text: string | undefined;
}

/** The places among a program's words where a command may begin; `isFed` says whether something comes in at its input. */
export function commandPlaces(program: string, texts: readonly string[], isFed: boolean): readonly CommandPlace[] {
  if (program === "" || TALKING.has(program) || INTERPRETERS.has(program.replace(/[\d.]+$/, ""))) return [];
  const places: CommandPlace[] = [];
  for (const [index, text] of texts.entries()) {
    if (places.length === MAX_GUESSES) break;
    const before = texts[index - 1] ?? "";
    const glued = GLUED_TEXT_REGEXP.exec(text)?.[1];
    const isText = /\s/.test(text) && !text.startsWith("-");
    const isTaken = TEXT_FLAG_REGEXP.test(before) || MARKERS.has(before) || TEXT_TAKERS.has(program);
    const value = /^--?[\w-]+=(.+)$/s.exec(text)?.[1] ??
      (/^-/.test(before) && !MESSAGE_FLAG_REGEXP.test(before) ? text : "");
    if (glued !== undefined || (isText && isTaken)) places.push({ index, text: glued ?? text });
    else if (/\s/.test(value) && standsOut(value)) {
      // What a flag is given is a command where it begins with what stands out as one.
      places.push({ index, text: value });
    } else if (isText) continue;
    else if (
      (MARKERS.has(before) && !text.startsWith("-")) || (standsOut(text) && (index < texts.length - 1 || isFed))
    ) {
      places.push({ index, text: undefined });
    }
  }
  return places;
}

/** Whether a text begins with a program that stands out as such. */
function standsOut(text: string): boolean {
  return STANDING_OUT.has(programOf(text.split(/\s/, 1)[0] ?? ""));
}

const CODE_FLAG_REGEXP =
  /^-{1,2}(?:c|e|r|eval|execute|batch|batch-string|python-expr|exec|p|print|command)$|^(?:eval|runner|php:eval)$/;
const STARTING_REGEXP = /system|exec|popen|spawn|shell|command|subprocess|process|run|sh\b|cmd|qx|`/i;
const QUOTED_REGEXP = /["'`]([a-z][\w./-]* [^"'`]*)["'`]/g;

/** The commands that stand in quotes in code of another language among a program's words. */
export function commandsInCode(program: string, texts: readonly string[]): readonly string[] {
  if (program === "" || TALKING.has(program) || SHELLS.has(program) || READERS.has(program)) return [];
  const codes = texts.flatMap((text, index) => {
    const code = CODE_FLAG_REGEXP.test(texts[index - 1] ?? "") ? text : /^--?[\w-]+[=:](.+)$/s.exec(text)?.[1];
    return code !== undefined && STARTING_REGEXP.test(code) ? [code] : [];
  });
  return codes.flatMap((code) => [...code.matchAll(QUOTED_REGEXP)].map(([, quoted = ""]) => quoted))
    .filter((quoted) => standsOut(quoted) || /\|\s*(?:ba|z|k|da)?sh\b/.test(quoted)).slice(0, MAX_GUESSES);
}

/** Programs that take commands from their input, some of which start programs. */
const READERS: ReadonlySet<string> = new Set(
  ("psql mysql mariadb sqlite3 duckdb sqlcmd redis-cli valkey-cli mongo mongosh cqlsh clickhouse-client ed ex vi vim " +
    "nvim m4 gdb awk gawk mawk nawk make gmake ftp sftp dc parallel").split(" "),
);
const ESCAPES_REGEXP =
  /(?:^|[\n;])[ \t@+-]*(?:\\!|\.(?:shell|system)\b|system\b|shell\b|:?!|esyscmd\(|syscmd\()[ \t(`"']*([^\n]+)|\b(?:program|system\(|popen\()\s*["']([^"'\n]+)/gi;

/** Whether a program takes commands from its input. */
export function readsCommands(program: string): boolean {
  return READERS.has(program);
}

/** What a text for such a program has it start. */
export function escapesIn(text: string): readonly string[] {
  return [...text.matchAll(ESCAPES_REGEXP)].map(([, shown, called]) =>
    (shown ?? called ?? "").trimEnd().replace(/["'`)]{1,4};?$/, "")
  );
}

/** The lines that make has a shell run: behind a tab, or behind the semicolon of a rule. */
export function recipesIn(text: string): readonly string[] {
  return text.split("\n").map((line) =>
    (line.startsWith("\t") ? line : line.slice(line.indexOf(";") + 1 || line.length)).replace(/^[\t @+-]+/, "")
  ).filter((line) => line !== "");
}

/** Whether ssh is told no command, so that it hands its input to a shell. */
export function hasHostOnly(texts: readonly string[]): boolean {
  const isValue = (index: number) => /^-\w*[bcDEeFIiJLlmOopQRSWw]$/.test(texts[index - 1] ?? "");
  return texts.filter((text, index) => !text.startsWith("-") && !isValue(index)).length <= 1;
}

/** Programs of GNU that are called with a letter in front where the system has ones of its own. */
const GNU_REGEXP =
  /^g(?=(?:rm|rmdir|env|timeout|nice|nohup|xargs|stdbuf|find|dd|shred|chmod|chown|chroot|sed|mv|ln|tee|cat|head|tail|install|truncate|touch|cp|tar)$)/;

/**
 * A program's name without any folder, in lower case as some systems find it, without what says that it is one, a
 * version of a shell, or what zsh looks it up by.
 */
export function programOf(name: string): string {
  if (name === "." || name === "=") return name;
  const plain = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1).toLowerCase();
  return plain.replace(/^=/, "").replace(/(?<=.)\.(?:exe|cmd|bat|com)$/, "").replace(GNU_REGEXP, "")
    .replace(/^((?:ba|z|da|k|mk)?sh)-?\d[\d.]*$/, "$1");
}
