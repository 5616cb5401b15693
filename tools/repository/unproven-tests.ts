import { findAll, type Finding, type SourceFile } from './files.ts'

const testFiles = /\.(test|spec|stories)\.(ts|tsx|mjs)$/

/** A test that is left out, or that leaves the others out, in the words of Vitest and Playwright. */
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
