import { findAll, type Finding, type SourceFile } from './files.ts'

/** Left and right, as a name of a property or as a value. */
const physical =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-(?:margin|padding))-(?:left|right)(?:-\w+)?|left|right)\s*:|(?<![\w-])(?:text-align|float|clear)\s*:\s*(?:left|right)\b/g

/** Styles that name left or right: they would not be mirrored for a language that is written from right to left (ux 58). */
export function physicalStyles(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => /^(apps|packages)\/[^/]+\/src\/.*\.css$/.test(path))
    .flatMap((file) => findAll(file, physical, ([found]) => `"${found}": say inline-start or inline-end.`))
}
