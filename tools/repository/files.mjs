import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {{ path: string, text: string }} SourceFile path from the root of the repository, with slashes
 * @typedef {{ path: string, line: number, message: string }} Finding what is wrong where; lines count from 1
 */

/** What is no text, or written by a tool. */
const notRead = /\.(woff2|png|jpg|ico|mmdb|zip|gz|sqlite)$|^package-lock\.json$/

/**
 * The text files that are committed or about to be: everything that .gitignore does not name.
 *
 * @param {string} root absolute path of the repository
 * @returns {SourceFile[]}
 */
export function repositoryFiles(root) {
  const listing = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (listing.status !== 0) throw new Error(`git cannot list the files of the repository: ${listing.stderr}`)
  return [...new Set(listing.stdout.split('\0'))]
    .filter((path) => path && !notRead.test(path) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/**
 * A finding for every match of a pattern.
 *
 * @param {SourceFile} file
 * @param {RegExp} pattern with the flag g
 * @param {(match: RegExpMatchArray) => string | undefined} describe the message; undefined when the match is no finding
 * @returns {Finding[]}
 */
export function findAll({ path, text }, pattern, describe) {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const message = describe(match)
    return message ? [{ path, line: lineAt(text, match.index), message }] : []
  })
}

/**
 * @param {string} text
 * @param {number} offset
 */
const lineAt = (text, offset) => text.slice(0, offset).split('\n').length

/** Whether a file holds code that ships, rather than a test, what tests need, a story or a declaration. */
export const isProductCode = (/** @type {string} */ path) =>
  /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(path) && !/\.(test|stories)\.tsx?$|\.d\.ts$|\/testing\//.test(path)

/**
 * The files of a folder in the work tree.
 *
 * @param {string} root absolute path of the repository
 * @param {string} folder path from the root
 * @returns {Map<string, string>} text by path from the root
 */
export function presentFiles(root, folder) {
  const names = readdirSync(join(root, folder))
  return new Map(names.map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')]))
}

/**
 * The files that a folder had in a commit; none when there is no such commit.
 *
 * @param {string} root absolute path of the repository
 * @param {string} commit
 * @param {string} folder path from the root
 * @returns {Map<string, string>} text by path from the root
 */
export function committedFiles(root, commit, folder) {
  const git = (/** @type {readonly string[]} */ ...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const listing = git('ls-tree', '--name-only', commit, `${folder}/`)
  const paths = listing.status === 0 ? listing.stdout.split('\n').filter(Boolean) : []
  return new Map(paths.map((path) => [path, git('show', `${commit}:${path}`).stdout]))
}
