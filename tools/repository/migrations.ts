import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'
import type { Finding } from './files.ts'

export const migrationsFolder = 'apps/api/src/database/migrations'

/**
 * Migrations with a duplicate or missing number. Gaps are allowed: a migration of another branch may still fill one, and
 * a database runs each migration that it lacks.
 *
 * @param paths of all migrations
 */
export function misnumberedMigrations(paths: readonly string[]): Finding[] {
  const numberOf = (path: string | undefined) => basename(path ?? '').slice(0, 5)
  const sorted = paths.toSorted()
  return sorted.flatMap((path, index) => {
    const name = basename(path)
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) {
      return [{ path, line: 1, message: 'Name a migration by its number and its change: 0007_add_tips.sql.' }]
    }
    if (index === 0 || numberOf(sorted[index - 1]) !== numberOf(path)) return []
    return [{ path, line: 1, message: 'Another migration has this number: take the next free one.' }]
  })
}

/**
 * Migrations that changed or vanished since a commit, although databases have run them. Empty if the commit does not
 * exist.
 *
 * @param root absolute path of the repository
 */
export function changedMigrations(root: string, commit: string): Finding[] {
  const args = ['diff', '--no-renames', '--name-status', '--diff-filter=MTD', '-z', commit, '--', migrationsFolder]
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return [...stdout.matchAll(/(\w)\0([^\0]+)\0/g)].map(([, change, path = '']) => {
    const message = `A committed migration never ${change === 'D' ? 'goes' : 'changes'}: write a further one.`
    return { path, line: 1, message }
  })
}

/** The last migration before the rule of {@link silentRemovals}. */
const lastWithoutHeader = '0045'

const removal = /\b(?:drop\s+(?:table|column|view|type)|rename)\b/i

/**
 * Migrations that remove something without a first line that says so (HOLD-04): an older build that still runs would
 * fail.
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
