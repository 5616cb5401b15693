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
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Refusal } from './bootstrap.mjs'
import { refuseUsedDataDirectory } from './data-lock.ts'
import { findOnPath } from './find-program.ts'
import { findServerPrograms } from './postgres.ts'
import { dataDirectoryOf } from './start-settings.ts'

/** The data to save or to restore; without a PostgreSQL server the embedded database. */
const dataOf = (environment: NodeJS.ProcessEnv) => ({
  dataDirectory: dataDirectoryOf(environment),
  databaseUrl: environment['DATABASE_URL'] || undefined,
})

/**
 * Absolute path of the file that the command line names.
 *
 * @param example of the command, shown if the caller gives none
 */
export function namedFile(example: string) {
  const [target, ...more] = process.argv.slice(2)
  if (target === undefined || more.length > 0 || target.startsWith('-')) throw new Refusal(`Name one file: ${example}`)
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), target)
}

/**
 * A backup is one archive: what lies in the data directory, `backup.json` (what it is) and, where a PostgreSQL server
 * holds the database, `database.dump` in the custom form of pg_dump.
 *
 * A later form gets the next number; a restore refuses what it does not know.
 */
const form = 1

/** How the folders are called that a backup and a restore work in. */
const workFolder = '.nerdify-backup-'

/** Locks, that of an older version too, and what a new disk brings along. */
const noData = ['database.lock', 'lock', 'start.lock', 'lost+found']
/** The keys of erased accounts (SAFE-13): in no backup, and left where it is by a restore. */
const erasedList = 'erased'
const isNoData = (name: string) => noData.includes(name) || name === erasedList || name.startsWith(workFolder)

/** Where the embedded bucket has uploads that are not whole, and those that nobody looked at yet. */
const bucket = { unfinished: 'bucket/unfinished', unseen: 'bucket/objects/u' }

/** What tar says of files that a running product writes, moves and removes. */
const movedMeanwhile = /: (file changed as we read it|File removed before we read it)$/

/**
 * Runs a program to its end.
 *
 * @param harmless lines that the program may end with a failure for
 * @param password of the database, as the environment, which nobody else on the machine reads (SAFE-16)
 * @throws {Refusal} with what the program said
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
  const said = (error?.message ?? stderr).trim()
  if (harmless && said.split('\n').every((line) => harmless.test(line))) return
  throw new Refusal(`${program} failed: ${said}`)
}

/**
 * A program of PostgreSQL, of the newest version on this machine.
 *
 * @throws {Refusal} when it is not there
 */
function postgresProgram(name: string) {
  const programs = findServerPrograms(process.env)
  const beside = programs && join(programs, name)
  const found = beside && existsSync(beside) ? beside : findOnPath(name, process.env)
  if (!found) throw new Refusal(`${name} is not on this machine; install the client programs of PostgreSQL.`)
  return found
}

/** An address of a database as a program's argument, which everybody on the machine reads, and its password apart (SAFE-16). */
function withoutPassword(address: string) {
  const url = new URL(address)
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password)
  url.searchParams.delete('password')
  url.password = ''
  return { address: url.href, password }
}

/**
 * Runs `work` in a folder that only we can read, and removes it, and the one around it where that was made for it and
 * nothing came of it.
 *
 * @param around a folder on the disk to use
 */
function inFolder(around: string, work: (folder: string) => void) {
  const isNew = mkdirSync(around, { recursive: true, mode: 0o700 }) !== undefined
  const folder = mkdtempSync(join(around, workFolder))
  try {
    work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    if (isNew && readdirSync(around).length === 0) rmdirSync(around)
  }
}

/** What lies in the data directory. */
const entriesOf = (dataDirectory: string) =>
  existsSync(dataDirectory) ? readdirSync(dataDirectory).filter((name) => !isNoData(name)) : []

/**
 * Writes a backup.
 * - The database is saved before the files. A file reaches the bucket before a row names it, so every row of the backup
 *   finds its file.
 * - An embedded database must not be running; with a server the product may run on.
 * - Logs are left out, and so is the list of erased accounts, which must outlive a restore.
 *
 * @param file absolute path; it appears only when it is whole
 * @throws {Refusal} when an embedded database is in use, there is nothing to save, or the file exists
 */
export function writeBackup(file: string): void {
  const { dataDirectory, databaseUrl } = dataOf(process.env)
  if (existsSync(file)) throw new Refusal(`${file} is there already; a backup never replaces another.`)
  if (databaseUrl === undefined) refuseUsedDataDirectory(dataDirectory)
  if (databaseUrl === undefined && !existsSync(join(dataDirectory, 'database'))) {
    throw new Refusal(`${dataDirectory} holds no database: there is nothing to save.`)
  }
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
    // First by themselves: one that moves on from here meanwhile is in the folder that comes later.
    if (existsSync(join(dataDirectory, bucket.unseen))) members.push(bucket.unseen)
    members.push(...saved)
    const archive = join(folder, 'made.tar.gz')
    const args = [`--exclude=${bucket.unfinished}`, '-czf', archive]
    run('tar', [...args, ...members], databaseUrl === undefined ? {} : { harmless: movedMeanwhile })
    chmodSync(archive, 0o600)
    renameSync(archive, file)
  })
}

/**
 * Restores a backup into an empty data directory and, where a server held the database, into an empty database. A
 * restore that fails can simply be run again:
 * - the files are unpacked inside the data directory, which may be a disk of its own;
 * - the rows come in one transaction;
 * - the files are moved into place only after the rows.
 *
 * @param file absolute path
 * @returns where the data are now, and when the backup was made, ISO 8601
 * @throws {Refusal} when something exists already, the file is no backup, or it is of the other kind of database
 */
export function restoreBackup(file: string) {
  const { dataDirectory, databaseUrl } = dataOf(process.env)
  if (!existsSync(file)) throw new Refusal(`There is no file ${file}.`)
  refuseUsedDataDirectory(dataDirectory)
  if (entriesOf(dataDirectory).length > 0) {
    throw new Refusal(
      `${dataDirectory} is not empty; a restore never replaces data. Set DATA_DIR to another directory.`,
    )
  }
  let about: { form?: number; at: string; database: 'embedded' | 'server' } = { at: '', database: 'embedded' }
  inFolder(dataDirectory, (folder) => {
    run('tar', ['-xzf', file, '-C', folder])
    const description = join(folder, 'backup.json')
    if (!existsSync(description)) throw new Refusal(`${file} is no backup of Nerdify.`)
    about = JSON.parse(readFileSync(description, 'utf8'))
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
  return { dataDirectory, at: about.at }
}
