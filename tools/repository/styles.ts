import { findAll, type Finding, type SourceFile } from './files.ts'

/** Left and right, as a name of a property or as a value. */
const physical =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-(?:margin|padding))-(?:left|right)(?:-\w+)?|left|right)\s*:|(?<![\w-])(?:text-align|float|clear)\s*:\s*(?:left|right)\b/g

/** Styles with left or right: right-to-left languages would not mirror them (ux 58). */
export function physicalStyles(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => /^(apps|packages)\/[^/]+\/src\/.*\.css$/.test(path))
    .flatMap((file) => findAll(file, physical, ([found]) => `"${found}": say inline-start or inline-end.`))
}
