import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** @typedef {import('./files.mjs').Finding} Finding */

/** Where the numbered migrations stand. */
const folder = 'apps/api/src/database/migrations'

/**
 * Migrations whose numbers stand twice or are no numbers. A gap is the number of one that is still being written: each
 * database runs what it has not had, whenever it comes.
 *
 * @param {readonly string[]} paths of all migrations
 * @returns {Finding[]}
 */
export function misnumberedMigrations(paths) {
  const numberOf = (/** @type {string | undefined} */ path) => basename(path ?? '').slice(0, 5)
  const sorted = paths.toSorted()
  return sorted.flatMap((path, index) => {
    const name = basename(path)
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) {
      return [{ path, line: 1, message: 'A migration is called by its number and what it does: 0007_add_tips.sql.' }]
    }
    if (index === 0 || numberOf(sorted[index - 1]) !== numberOf(path)) return []
    return [{ path, line: 1, message: 'Another migration has this number: take the next free one.' }]
  })
}

/**
 * Migrations that were committed before and are changed or gone now: databases out there have run them.
 *
 * @param {ReadonlyMap<string, string>} committed text by path
 * @param {ReadonlyMap<string, string>} present text by path
 * @returns {Finding[]}
 */
export function changedMigrations(committed, present) {
  return [...committed].flatMap(([path, text]) => {
    const now = present.get(path)
    if (now === text) return []
    const message = `A committed migration never ${now === undefined ? 'goes' : 'changes'}: write a further one.`
    return [{ path, line: 1, message }]
  })
}

/**
 * The migrations in the work tree.
 *
 * @param {string} root absolute path of the repository
 * @returns {Map<string, string>} text by path from the root
 */
export function presentMigrations(root) {
  const names = readdirSync(join(root, folder))
  return new Map(names.map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')]))
}

/**
 * The migrations of a commit; none when there is no such commit.
 *
 * @param {string} root absolute path of the repository
 * @param {string} commit
 * @returns {Map<string, string>} text by path from the root
 */
export function committedMigrations(root, commit) {
  const git = (/** @type {readonly string[]} */ ...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const listing = git('ls-tree', '--name-only', commit, `${folder}/`)
  const paths = listing.status === 0 ? listing.stdout.split('\n').filter(Boolean) : []
  return new Map(paths.map((path) => [path, git('show', `${commit}:${path}`).stdout]))
}
