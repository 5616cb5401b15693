import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findAll, type Finding, type SourceFile } from './files.ts'

/** What people are told to run and to open; the texts of requirements and decisions speak of their own day. */
const tellsPeople = /^[A-Z]+\.md$|^docs\/[a-z-]+\.md$/

/** A path within backticks; one with a placeholder or a star is none. */
const paths = /`((?:apps|packages|tools|e2e|bench|docs)\/[\w./-]+)`/g
const commands = /\bnpm run ([\w:-]+)/g

/**
 * Commands and files that the documents name and the repository does not have (DEV-03).
 *
 * @param root absolute path of the repository
 */
export function strayedDocuments(files: readonly SourceFile[], root: string): Finding[] {
  const { scripts = {} } = JSON.parse(files.find(({ path }) => path === 'package.json')?.text ?? '{}')
  return files
    .filter(({ path }) => tellsPeople.test(path))
    .flatMap((file) => [
      ...findAll(file, commands, ([, name = '']) =>
        name in scripts ? undefined : `"npm run ${name}" is no script of package.json.`,
      ),
      ...findAll(file, paths, ([, path = '']) => (existsSync(join(root, path)) ? undefined : `${path} is not there.`)),
    ])
}
