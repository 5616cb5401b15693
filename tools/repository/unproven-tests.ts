import { findAll, type Finding, type SourceFile } from './files.ts'

const testFiles = /\.(test|spec|stories)\.(ts|tsx|mjs)$/

/** Vitest's and Playwright's ways to skip a test, or to run it alone. */
const leftOut =
  /\b(?:test|it|describe|suite)(?:\.\w+)*\.(only|skip|todo|fixme|fail|fails|skipIf|runIf)\b|\b(xit|xtest|xdescribe|fit|fdescribe)\(|(['"])!test\3/g

const commentedOut = /^\s*(?:\/\/|\*)\s*(?:await )?(?:test|it|describe)(?:\.\w+)*\(/gm

/** Tests that do not run: skipped ones, those beside an only, those in comments. */
export function testsThatDoNotRun(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => testFiles.test(path))
    .flatMap((file) => [
      ...findAll(file, leftOut, ([match]) => `Every test runs: "${match}" leaves tests out.`),
      ...findAll(file, commentedOut, () => 'A test in a comment proves nothing: repair it or remove it.'),
    ])
}

/** A title: identifiers and points first, then one sentence. */
const title =
  /(?:\btest\(\s*|(?=['"`]\[[A-Z]{2,6}-\d\d\]))(['"`])((?:\[[A-Z]{2,6}-\d\d\])*)(?: ?\((?:ux|abuse) [^)]*\))* ?(.*?)(?: @prove)?\1/g

/** Titles that name more than three requirements, or whose sentence is longer than 100 characters. */
export const longTitles = (files: readonly SourceFile[]): Finding[] =>
  files
    .filter(({ path }) => testFiles.test(path))
    .flatMap((file) =>
      findAll(file, title, ([, , names = '', sentence = '']) => {
        if (names.split('[').length > 4) return 'Name the three requirements at most that this test proves by itself.'
        if (sentence.length > 100) return `A title has at most 100 characters; this one has ${sentence.length}.`
        return undefined
      }),
    )
