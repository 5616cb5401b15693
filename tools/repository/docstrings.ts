import { type Finding, isProductCode, type SourceFile } from './files.ts'

/** A declaration that a module exports. The formatter puts each at the beginning of a line. */
const declaration =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum)\s+(\w+)/

/** A constant of this name is a text for people: it says itself what it is. */
const isText = /^export const \w*(t|T)exts?\b/

/**
 * Exports without a docstring: whoever uses one must not have to read its code. What follows under
 * the same name shares the docstring: further signatures of a function, the type that belongs to a schema.
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
        if (isShared || isText.test(line) || lines[index - 1]?.trimEnd().endsWith('*/')) return []
        return [{ path, line: index + 1, message: `"${name}" is exported without a docstring.` }]
      })
    })
}
