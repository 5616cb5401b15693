import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'
import type { Finding } from './files.ts'

/** Where the numbered migrations stand. */
export const migrationsFolder = 'apps/api/src/database/migrations'

/**
 * Migrations whose numbers stand twice or are no numbers. A gap is the number of one that is still being written: each
 * database runs what it has not had, whenever it comes.
 *
 * @param paths of all migrations
 */
export function misnumberedMigrations(paths: readonly string[]): Finding[] {
  const numberOf = (path: string | undefined) => basename(path ?? '').slice(0, 5)
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
 * Migrations that a commit has and that are changed or gone now: databases out there have run them. None when there is no
 * such commit.
 *
 * @param root absolute path of the repository
 */
export function changedMigrations(root: string, commit: string): Finding[] {
  const words = ['diff', '--no-renames', '--name-status', '--diff-filter=MTD', '-z', commit, '--', migrationsFolder]
  const { stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  return [...stdout.matchAll(/(\w)\0([^\0]+)\0/g)].map(([, change, path = '']) => {
    const message = `A committed migration never ${change === 'D' ? 'goes' : 'changes'}: write a further one.`
    return { path, line: 1, message }
  })
}

/** The last migration that was written before the line below had a meaning. */
const lastWithoutHeader = '0045'

const removal = /\b(?:drop\s+(?:table|column|view|type)|rename)\b/i

/**
 * Migrations that take something away from older builds and do not say so in their first line (HOLD-04): an older build
 * would go on beside them, and fail.
 *
 * @param present text by path
 */
export function silentRemovals(present: ReadonlyMap<string, string>): Finding[] {
  return [...present].flatMap(([path, text]) => {
    const isOld = basename(path).slice(0, 4) <= lastWithoutHeader
    if (isOld || text.startsWith('-- Removes: ') || !removal.test(text)) return []
    return [{ path, line: 1, message: 'It removes something: say what in its first line, "-- Removes: …" (HOLD-04).' }]
  })
}
