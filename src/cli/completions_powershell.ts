/**
 * The completion script for PowerShell. Not tried: there is none where this was written.
 *
 * Source: Microsoft's manual of `Register-ArgumentCompleter`: with `-Native` the script block gets the word to complete,
 * the syntax tree of the command and the place of the cursor.
 *
 * @module
 */

import type { Completion, CompletionPlace } from "./completion_tree.ts";
import { firstSentence } from "./completion_text.ts";

/** Writes the script. */
export function completionsPowershell(tree: readonly CompletionPlace[]): string {
  return `# Completions of sallyport for PowerShell: a line of $PROFILE that runs this file.
$SallyportPlaces = @{
${tree.map(placeEntry).join("\n")}
}

Register-ArgumentCompleter -Native -CommandName sallyport -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $place = ''
    $flag = ''
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text })
    foreach ($word in $words) {
        # What stands behind -- is the server's.
        if ($word -eq '--') { return }
        if ($flag -ne '') { $flag = ''; continue }
        if ($SallyportPlaces[$place].Values.ContainsKey($word)) { $flag = $word; continue }
        $longer = "$place $word".Trim()
        if ($SallyportPlaces.ContainsKey($longer)) { $place = $longer }
    }
    $here = $SallyportPlaces[$place]
    $found = if ($flag -ne '') { $here.Values[$flag] }
        elseif ($wordToComplete.StartsWith('-')) { $here.Flags }
        else { $here.Words }
    # Where nothing is given back, PowerShell completes file names.
    $found | Where-Object { $_.Name -like "$wordToComplete*" } | ForEach-Object {
        $text = if ($_.Text) { $_.Text } else { $_.Name }
        [System.Management.Automation.CompletionResult]::new($_.Name, $_.Name, 'ParameterValue', $text)
    }
}
`;
}

interface Choice {
  readonly name: string;
  readonly text: string;
}

function placeEntry({ path, next, flags, word }: CompletionPlace): string {
  const values = flags.flatMap(({ names, value }) =>
    value === undefined ? [] : names.map((name) => `${quoted(name)} = ${choices(choicesOf(value))}`)
  );
  const all = flags.flatMap(({ names, text }) => names.map((name) => ({ name, text })));
  return `    ${quoted(path)} = @{
        Words = ${choices(next.length > 0 ? next : choicesOf(word))}
        Flags = ${choices(all)}
        Values = @{ ${values.join("; ")} }
    }`;
}

function choicesOf(completion: Completion): readonly Choice[] {
  return completion.kind === "words" ? completion.words.map((name) => ({ name, text: "" })) : [];
}

function choices(all: readonly Choice[]): string {
  const each = all.map(({ name, text }) => `@{ Name = ${quoted(name)}; Text = ${quoted(firstSentence(text))} }`);
  return `@(${each.join(", ")})`;
}

/** As PowerShell reads it: a quote is doubled. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
