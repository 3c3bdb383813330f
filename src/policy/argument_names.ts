/**
 * What names tell of arguments and tools: the lists behind `argument_class.ts`. Names are compared word by word, folded,
 * cut at `_`, `-`, `.`, `/`, spaces and where capitals begin, so `shellCommand` and `shell_command` are the same two.
 *
 * @module
 */

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** An argument whose name ends in one of these holds a shell command. */
export const COMMAND_ARGUMENT_ENDS = words("command commands cmd cmds commandline cmdline oneliner");

/** An argument of one of these names, whole, holds one, too. */
export const COMMAND_ARGUMENT_NAMES = words("bash shell sh shellscript commandstring");

/** A tool with one of these words in its name runs what it is given. */
export const SHELL_TOOL_WORDS = words(
  "shell bash sh zsh terminal command commands cmd console tty pty ssh powershell pwsh",
);

/** A tool with one of these words may run what it is given, unless a word of `OTHER_LANGUAGE_WORDS` is there, too. */
export const RUNNING_TOOL_WORDS = words(
  `exec execute run spawn process subprocess launch system invoke eval start script python ipython jupyter interpreter
  repl osascript applescript`,
);

/** Arguments that say what is to be done with the others. */
export const ACTION_NAMES = words("action operation op type kind mode verb method task tool function step");

/** A tool with the name of one of these programs gives it its arguments. */
export const PROGRAM_WORDS = words(`
  git kubectl oc helm aws gcloud az gh glab docker podman nerdctl npm npx pnpm yarn bun pip deno node python psql mysql
  sqlite3 terraform pulumi vault op heroku fly flyctl doctl rsync scp curl wget tar make systemctl launchctl crontab
`);

/** What is run is of another language, or not code at all. */
export const OTHER_LANGUAGE_WORDS = words(
  "sql query queries graphql cypher regex formula prompt workflow agent search",
);

/** Arguments of a tool that runs commands which are none: where and how it runs, and what people read of it. */
export const BESIDE_COMMAND_NAMES = words(`
  cwd workdir workingdir workingdirectory directory dir folder path root env environment description title reason
  explanation justification comment note thought timeout shell user language lang encoding id sessionid session pid
  signal name label mode host hostname port
`);

/** Arguments that follow the program, when a tool has these apart. */
export const ARGUMENT_LIST_NAMES = words(
  "args arg argv arguments parameters params flags options extraargs cmdargs commandargs programargs arglist inputargs positional operands rest",
);

/** Arguments that name a program, beside its arguments. */
export const PROGRAM_NAMES = words(
  "program executable binary bin exe prog process file path name app tool argv0 executablepath",
);

/** Arguments that hold the environment of a program. */
export const ENVIRONMENT_NAMES = words("env environment envs envvars environmentvariables environ");

/** Arguments that say in which folder the others are read. */
export const FOLDER_NAMES = words(
  "cwd workdir workingdir workingdirectory workdirectory dir directory folder basedir basepath basedirectory rootdir",
);

/** A tool with one of these words types what it is given into something that runs already. */
export const TYPING_TOOL_WORDS = words("stdin keys keystrokes sendkeys");

/** Arguments that are typed. */
export const TYPED_NAMES = words("chars input keys text data keystrokes stdin value");

/** Arguments of a shell tool that are its command, by whatever name. */
export const SHELL_INPUT_NAMES = words("input line text keys keystrokes script statement");

/** Arguments of any tool that may be scripts of a shell. */
export const SCRIPT_ARGUMENT_ENDS = words("script scripts hook hooks run exec execute");

/** An argument whose name ends in one of these holds a path. */
export const PATH_ARGUMENT_ENDS = words(`
  path paths file files filename filenames filepath dir directory directories folder folders cwd root roots uri uris
  source destination src dest target location
`);

/** Arguments that hold prose or file contents: what stands in them is written or said, not opened or run. */
export const PROSE_NAMES = words(`
  content contents text body message messages description title comment comments note notes thought prompt newtext
  oldtext newstring oldstring newstr oldstr filetext question markdown html observations observation summary query q
  search searchquery searchterm pattern instructions instruction reason explanation answer value data diff patch edits
`);

/** A tool with one of these words takes what it is given along, folders with all that is in them. */
export const TAKING_TOOL_WORDS = words(`
  zip tar archive archives archiver compress backup backups pack upload uploads sync synchronize mirror publish serve share
  export copy snapshot transfer send attach
`);

/** Arguments of such a tool that say where it is put. */
export const DESTINATION_ENDS = words("destination dest target to into output out outfile outdir outputdir outputpath");

/** A tool with one of these words starts containers. */
export const CONTAINER_TOOL_WORDS = words("docker podman nerdctl container containers");

/** A tool with one of these words only looks. */
export const LOOKING_TOOL_WORDS = words("logs log list ls ps inspect stats status get show describe search");

/** One of these in the name of a tool that looks says that it does more. */
export const STARTING_TOOL_WORDS = words("run create start up exec execute launch deploy spawn");

/** An argument whose name ends in one of these holds an address. */
export const URL_ARGUMENT_ENDS = words("url urls href link links endpoint webhook callback website site origin proxy");

/** An argument whose name ends in one of these holds a host: of a database as well, so only some hosts count. */
export const HOST_ARGUMENT_ENDS = words("host hosts hostname hostnames ip ips address addr server servers domain");

/** A tool with one of these words opens addresses, so that prose-named arguments are no prose. */
export const FETCHING_TOOL_WORDS = words(`
  fetch http https request requests url urls browse browser navigate goto download crawl scrape scraper webhook curl wget
`);

/** Names come again with every message. */
const known = new Map<string, readonly string[]>();
const MAX_KNOWN = 1000;

/** Cuts a name into folded words. */
export function wordsOfName(name: string): readonly string[] {
  if (name.length > MAX_NAME) return cutName(name);
  const before = known.get(name);
  if (before !== undefined) return before;
  const words = cutName(name);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, words);
  return words;
}

/** Cuts a text that does not come again; see `wordsOfName()`. */
export function cutName(name: string): readonly string[] {
  return name.normalize("NFKC").slice(0, MAX_NAME)
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ")
    .toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

const MAX_NAME = 256;
