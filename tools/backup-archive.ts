import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { connectServer } from '../apps/api/src/database/connect.ts'
import { poolingOf } from '../apps/api/src/database/server-session.ts'
import { Refusal } from './bootstrap.mjs'
import { refuseUsedDataDirectory } from './data-lock.ts'
import { findOnPath } from './find-program.ts'
import { findServerPrograms } from './postgres.ts'
import { dataDirectoryOf } from './start-settings.ts'

/** The data to back up or restore; without a `databaseUrl`, the database is embedded. */
const dataOf = (environment: NodeJS.ProcessEnv) => ({
  dataDirectory: dataDirectoryOf(environment),
  databaseUrl: environment['BACKUP_DATABASE_URL'] || environment['DATABASE_URL'] || undefined,
})

/**
 * The absolute path of the file on the command line.
 *
 * @param example of the command, shown if the path is missing
 */
export function namedFile(example: string) {
  const [target, ...more] = process.argv.slice(2)
  if (target === undefined || more.length > 0 || target.startsWith('-')) throw new Refusal(`Name one file: ${example}`)
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), target)
}

/**
 * A backup is one archive: the data directory's content, `backup.json` (its description) and, with a PostgreSQL server,
 * `database.dump` in pg_dump's custom format.
 *
 * A later format gets the next number; a restore refuses an unknown one.
 */
const form = 1

/** The name prefix of the work folders of backup and restore. */
const workFolder = '.nerdify-backup-'

/** Lock files, older versions' too, and a new disk's own folder. */
const otherEntries = ['database.lock', 'lock', 'start.lock', 'lost+found']
/** The keys of erased accounts (SAFE-13): a backup omits the list, and a restore keeps it. */
const erasedList = 'erased'
const isData = (name: string) => ![...otherEntries, erasedList].includes(name) && !name.startsWith(workFolder)

/** The embedded bucket's folders of unfinished and of unchecked uploads. */
const bucket = { unfinished: 'bucket/unfinished', unchecked: 'bucket/objects/u' }

/** tar's warnings about files that a running product writes, moves and removes. */
const movedMeanwhile = /: (file changed as we read it|File removed before we read it)$/

/**
 * Runs a program to its end.
 *
 * @param harmless lines that excuse a failure of the program
 * @param password of the database, passed in the environment, which other users of the machine cannot read (SAFE-16)
 * @throws {Refusal} with the program's output
 */
function run(
  program: string,
  args: readonly string[],
  { harmless, password = '' }: { harmless?: RegExp; password?: string } = {},
) {
  const { status, stderr, error } = spawnSync(program, args, {
    env: { ...process.env, ...(password && { PGPASSWORD: password }), LC_ALL: 'C' },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status === 0) return
  const output = (error?.message ?? stderr).trim()
  if (harmless && output.split('\n').every((line) => harmless.test(line))) return
  throw new Refusal(`${program} failed: ${output}`)
}

/**
 * Refuses a pooler in transaction mode: pg_dump and pg_restore change settings of their session, and the pooler then
 * hands it to the product. An address without an answer is left to these programs, whose error says why.
 *
 * @throws {Refusal} if there is a pooler
 */
async function refusePooler(databaseUrl: string | undefined): Promise<void> {
  if (databaseUrl === undefined) return
  const database = connectServer(databaseUrl)
  const pooling = await poolingOf(database.queries).catch(() => 'none')
  await database.close()
  if (pooling === 'none') return
  throw new Refusal(
    'The database is behind a pooler in transaction mode, which backup and restore would disturb: set BACKUP_DATABASE_URL to an address past it.',
  )
}

/**
 * A program of the newest PostgreSQL on this machine.
 *
 * @throws {Refusal} if it is missing
 */
function postgresProgram(name: string) {
  const programs = findServerPrograms(process.env)
  const ofServer = programs && join(programs, name)
  const found = ofServer && existsSync(ofServer) ? ofServer : findOnPath(name, process.env)
  if (!found) throw new Refusal(`${name} is not on this machine; install the client programs of PostgreSQL.`)
  return found
}

/**
 * A database address without its password, which is returned apart: other users of the machine can read a program's
 * arguments (SAFE-16).
 */
function withoutPassword(address: string) {
  const url = new URL(address)
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password)
  url.searchParams.delete('password')
  url.password = ''
  return { address: url.href, password }
}

function makeFolder(around: string) {
  try {
    const isNew = mkdirSync(around, { recursive: true, mode: 0o700 }) !== undefined
    return { isNew, folder: mkdtempSync(join(around, workFolder)) }
  } catch (error) {
    throw new Refusal(`${around} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** The description of a backup. */
interface Description {
  form?: number
  at: string
  database: 'embedded' | 'server'
}

/** Reads the description of a backup; undefined if it is missing or no JSON. */
function readDescription(path: string): Description | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Description
  } catch {
    return undefined
  }
}

/**
 * Runs `work` in a private folder and removes it; also removes the surrounding folder if it was created for this and
 * `work` failed.
 *
 * @param around a folder on the disk to use
 */
function inFolder(around: string, work: (folder: string) => void) {
  const { isNew, folder } = makeFolder(around)
  try {
    work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    if (isNew && readdirSync(around).length === 0) rmdirSync(around)
  }
}

const longestBackupMs = 24 * 3_600_000

/** Removes the work folders of killed backups, each almost as large as a backup. */
export function removeAbandonedFolders(around: string): void {
  const names = existsSync(around) ? readdirSync(around).filter((name) => name.startsWith(workFolder)) : []
  for (const folder of names.map((name) => join(around, name))) {
    try {
      if (Date.now() - statSync(folder).mtimeMs > longestBackupMs) rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      // The folder only takes space, so it must not stop the next backup.
      console.error(`${folder} stays: ${(error as Error).message}`)
    }
  }
}

const entriesOf = (dataDirectory: string) =>
  existsSync(dataDirectory) ? readdirSync(dataDirectory).filter(isData) : []

/**
 * Writes a backup.
 * - The database is saved before the files. A file reaches the bucket before a row names it, so every row of the backup
 * finds its file.
 * - An embedded database must not be running; with a server the product may continue.
 * - It omits logs and the list of erased accounts, which must outlive a restore.
 *
 * @param file absolute path; it appears only when complete
 * @throws {Refusal} if an embedded database is in use, a server is behind a pooler, there is nothing to save, or the
 *   file exists
 */
export async function writeBackup(file: string): Promise<void> {
  const { dataDirectory, databaseUrl } = dataOf(process.env)
  if (existsSync(file)) throw new Refusal(`${file} is there already; a backup never replaces another.`)
  if (databaseUrl === undefined) refuseUsedDataDirectory(dataDirectory)
  if (databaseUrl === undefined && !existsSync(join(dataDirectory, 'database'))) {
    throw new Refusal(`${dataDirectory} holds no database: there is nothing to save.`)
  }
  await refusePooler(databaseUrl)
  inFolder(dirname(file), (folder) => {
    const about = { form, at: new Date().toISOString(), database: databaseUrl === undefined ? 'embedded' : 'server' }
    writeFileSync(join(folder, 'backup.json'), JSON.stringify(about))
    const members = ['-C', folder, 'backup.json']
    if (databaseUrl !== undefined) {
      const dump = `--file=${join(folder, 'database.dump')}`
      const { address, password } = withoutPassword(databaseUrl)
      const args = ['--format=custom', '--no-owner', '--no-privileges', dump, address]
      run(postgresProgram('pg_dump'), args, { password })
      members.push('database.dump')
    }
    const saved = entriesOf(dataDirectory).filter((name) => !name.endsWith('.log'))
    if (saved.length > 0) members.push('-C', dataDirectory)
    // First: an upload that is checked during the backup moves to the folder that follows.
    if (existsSync(join(dataDirectory, bucket.unchecked))) members.push(bucket.unchecked)
    members.push(...saved)
    const archive = join(folder, 'made.tar.gz')
    const args = [`--exclude=${bucket.unfinished}`, '-czf', archive]
    run('tar', [...args, ...members], databaseUrl === undefined ? {} : { harmless: movedMeanwhile })
    chmodSync(archive, 0o600)
    renameSync(archive, file)
  })
}

/**
 * Restores a backup into an empty data directory and, for a server's backup, into an empty database. A failed restore
 * can be repeated:
 * - the files are unpacked inside the data directory, which may be a separate disk;
 * - the rows are restored in one transaction;
 * - the files are moved into place only after the rows.
 *
 * @param file absolute path
 * @returns the data directory, and when the backup was made, ISO 8601
 * @throws {Refusal} if data exist, a server is behind a pooler, the file is no backup, or its kind of database differs
 */
export async function restoreBackup(file: string) {
  const { dataDirectory, databaseUrl } = dataOf(process.env)
  if (!existsSync(file)) throw new Refusal(`There is no file ${file}.`)
  refuseUsedDataDirectory(dataDirectory)
  if (entriesOf(dataDirectory).length > 0) {
    throw new Refusal(
      `${dataDirectory} is not empty; a restore never replaces data. Set DATA_DIR to another directory.`,
    )
  }
  await refusePooler(databaseUrl)
  let at = ''
  inFolder(dataDirectory, (folder) => {
    run('tar', ['-xzf', file, '-C', folder])
    const description = join(folder, 'backup.json')
    const about = readDescription(description)
    if (about === undefined) throw new Refusal(`${file} is not a backup of Nerdify.`)
    at = about.at
    if (about.form !== form) throw new Refusal(`${file} was made by a newer version; restore it with that one.`)
    if (about.database === 'server' && databaseUrl === undefined) {
      throw new Refusal('This backup is of a PostgreSQL server: set DATABASE_URL to an empty database.')
    }
    if (about.database === 'embedded' && databaseUrl !== undefined) {
      throw new Refusal('This backup is of an embedded database: restore it without DATABASE_URL.')
    }
    rmSync(description)
    const dump = join(folder, 'database.dump')
    if (databaseUrl !== undefined) {
      const { address, password } = withoutPassword(databaseUrl)
      const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', `--dbname=${address}`]
      run(postgresProgram('pg_restore'), [...args, dump], { password })
      rmSync(dump)
    }
    for (const entry of readdirSync(folder)) renameSync(join(folder, entry), join(dataDirectory, entry))
  })
  return { dataDirectory, at }
}
