import { type Finding, isProductCode, type SourceFile } from './files.ts'

/** An exported declaration; the formatter puts each at the start of a line. */
const declaration =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|enum)\s+(\w+)/

/** A one-line constant, such as a text, a number or a one-line function: its name can say it all. */
const isOneLine = /^export const .*[^={([>]$/

/** A text for people, on any number of lines. */
const isText = /^export const \w*(t|T)exts?\b/

/**
 * Exports without a docstring, whose callers would have to read their code. Types, component props and one-line
 * constants are exempt. Declarations of the same name share a docstring, such as the overloads of a function.
 */
export function undocumentedExports(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => isProductCode(path) || (path.startsWith('tools/') && /(?<!\.test)\.(mjs|ts)$/.test(path)))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n')
      let before: string | undefined
      return lines.flatMap((line, index) => {
        const found = declaration.exec(line)
        if (!found) return []
        const name = found[1]
        const isShared = name === before
        before = name
        if (isShared || isOneLine.test(line) || isText.test(line) || lines[index - 1]?.trimEnd().endsWith('*/'))
          return []
        return [{ path, line: index + 1, message: `"${name}" is exported without a docstring.` }]
      })
    })
}
