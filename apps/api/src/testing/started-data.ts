/**
 * The data after a first start: an embedded database with all migrations and, for a started one, the sandbox's people.
 * Creating them takes seconds of CPU, so they are created once per state of the code and day, and copied.
 */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectEmbedded } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../serve.ts'
import { readSettings } from '../settings.ts'

const root = join(import.meta.dirname, '../../../..')
const originals = join(root, '.cache/started-data')

const makers = {
  async migrated(dataDir: string) {
    const database = await connectEmbedded(dataDir)
    await migrate(database)
    await database.close()
  },
  async started(dataDir: string) {
    cpSync(await provideOriginal('migrated'), dataDir, { recursive: true })
    const database = await openDatabase(readSettings({ DATA_DIR: dataDir }))
    await database.close()
  },
}

/** Covers all sources and the day, because the people's orders are as old as the start. */
export function fingerprint() {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10))
  for (const folder of ['apps/api/src', 'packages/domain/src', 'packages/contract/src']) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (/(?<!\.test)\.(ts|sql)$/.test(name)) hash.update(readFileSync(join(root, folder, name)))
    }
  }
  return hash
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
    .slice(0, 32)
}

/** Creates the data directory to copy; it gets its name only when it is complete, and the first process wins. */
async function provideOriginal(state: keyof typeof makers): Promise<string> {
  const original = join(originals, `${state}-${fingerprint()}`)
  if (existsSync(original)) return original
  mkdirSync(originals, { recursive: true })
  for (const old of readdirSync(originals).filter((name) => name.startsWith(state))) {
    rmSync(join(originals, old), { recursive: true, force: true })
  }
  const draft = mkdtempSync(join(originals, 'draft-'))
  await makers[state](draft)
  try {
    renameSync(draft, original)
  } catch {
    rmSync(draft, { recursive: true, force: true })
  }
  return original
}

if (import.meta.main) for (const state of ['migrated', 'started'] as const) await provideOriginal(state)

/**
 * A new data directory, as after a first start, or with only the migrations.
 *
 * @param prefix begins the folder's name
 */
export async function copiedDataDir(state: keyof typeof makers, prefix: string): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  cpSync(await provideOriginal(state), dataDir, { recursive: true })
  return dataDir
}
