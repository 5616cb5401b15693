import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findAll, type Finding, type SourceFile } from './files.ts'

/** Commands and addresses in documents; requirements may name older ones. */
const tellsPeople = /^[A-Z]+\.md$|^docs\/(?:decisions\/)?[\w-]+\.md$/

/**
 * A path in backticks, or the end of one, such as `web/uploads/file-rows.ts` for a file of `apps/web/src`. A path with
 * a placeholder or a star does not count.
 */
const paths = /`((?:apps|packages|tools|e2e|bench|docs)\/[\w./-]+|(?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs|css|sql))`/g
const commands = /\bnpm run ([\w:-]+)/g

/**
 * Commands and files that the documents name but the repository lacks (DEV-03).
 *
 * @param root absolute path of the repository
 */
export function strayedDocuments(files: readonly SourceFile[], root: string): Finding[] {
  const { scripts = {} } = JSON.parse(files.find(({ path }) => path === 'package.json')?.text ?? '{}')
  const isThere = (path: string) => {
    if (existsSync(join(root, path))) return true
    const end = `/${path.replace(/^(api|web|sandbox|domain|contract)\//, '$1/src/')}`
    return files.some((file) => `/${file.path}`.endsWith(end))
  }
  return files
    .filter(({ path }) => tellsPeople.test(path))
    .flatMap((file) => [
      ...findAll(file, commands, ([, name = '']) =>
        name in scripts ? undefined : `"npm run ${name}" is no script of package.json.`,
      ),
      ...findAll(file, paths, ([, path = '']) => (isThere(path) ? undefined : `${path} is not there.`)),
    ])
}
