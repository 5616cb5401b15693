import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findAll, type Finding, type SourceFile } from './files.ts'

/** Commands and addresses in documents; requirements may name older ones. */
const tellsPeople = /^[A-Z]+\.md$|^docs\/(?:decisions\/)?[\w-]+\.md$/

/**
 * A path within backticks, or the end of a file's path, as `web/uploads/file-rows.ts` for a file of `apps/web/src`.
 * One with a placeholder or a star is none.
 */
const paths = /`((?:apps|packages|tools|e2e|bench|docs)\/[\w./-]+|(?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs|css|sql))`/g
const commands = /\bnpm run ([\w:-]+)/g

/**
 * Commands and files that the documents name and the repository does not have (DEV-03).
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
