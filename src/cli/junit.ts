/**
 * Results of a suite as JUnit XML, which every CI reads. Pure.
 *
 * @module
 */

/** One case of a suite. */
export interface JunitCase {
  readonly name: string;
  /** What was expected and what came, where that differs. */
  readonly failure?: string | undefined;
  /** Why the case could not be judged. */
  readonly error?: string | undefined;
}

/** Writes a suite. Whatever the texts hold, it is XML 1.0. */
export function junitXml(suite: string, cases: readonly JunitCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const errors = cases.filter(({ error }) => error !== undefined).length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="${errors}"`;
  const body = cases.map(({ name, failure, error }) => {
    const head = `    <testcase classname="${escaped(suite)}" name="${escaped(name)}"`;
    if (error !== undefined) return `${head}><error message="${escaped(error)}"/></testcase>\n`;
    return failure === undefined ? `${head}/>\n` : `${head}><failure message="${escaped(failure)}"/></testcase>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite name="${
    escaped(suite)
  }" ${counts}>\n${body.join("")}  </testsuite>\n</testsuites>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** What XML cannot say, control characters above all, is shown as a question mark. */
function escaped(text: string): string {
  // deno-lint-ignore no-control-regex -- XML 1.0, section 2.2: these are no characters
  const sayable = text.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/g, "?");
  return sayable.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
