import { findAll, type Finding, type SourceFile } from './files.ts'

/** Where addresses are made, by functions. */
const homeOfPaths = /^packages\/contract\/src\/(?:[\w-]+-paths|cabinet-overlays)\.ts$/

/** A template, with its tag. */
const template = /(\w*)`([^`]*)`/g
/** What is joined to a path by other means than what encodes. */
const joined = /(?<=\s)\+\s+(?!(?:query|lastPart)\(|pathOf`)(?=\S)/g
const joinedOtherwise = /\.(?:concat|join)\(/g

/**
 * Parameters that a function of a path joins bare: what they hold would become other segments, a query, or another address
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
