import { findAll, type Finding, type SourceFile } from './files.ts'

/** The files with functions that build addresses. */
const homeOfPaths = /^packages\/contract\/src\/(?:[\w-]+-paths|cabinet-overlays)\.ts$/

/** A template literal, with its tag. */
const template = /(\w*)`([^`]*)`/g
/** A string joined to a path without encoding. */
const joined = /(?<=\s)\+\s+(?!(?:query|lastPart)\(|pathOf`)(?=\S)/g
const joinedOtherwise = /\.(?:concat|join)\(/g

/**
 * Parameters that a path function inserts without encoding: they could add segments or a query, or change the address
 * (SAFE-01).
 */
export function bareParameters(files: readonly SourceFile[]): Finding[] {
  const message = 'A path joins its parameters by pathOf`…`, lastPart() and query(), which encode them.'
  const withoutComments = (file: SourceFile) => ({
    ...file,
    text: file.text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, (comment) => comment.replaceAll(/[^\n]/g, ' ')),
  })
  return files
    .filter(({ path }) => homeOfPaths.test(path))
    .map(withoutComments)
    .flatMap((file) => [
      ...findAll(file, template, ([, tag, text = '']) =>
        tag !== 'pathOf' && /^\/.*\$\{|\/\$\{/s.test(text) ? message : undefined,
      ),
      ...findAll(file, joined, () => message),
      ...findAll(file, joinedOtherwise, () => message),
    ])
}
