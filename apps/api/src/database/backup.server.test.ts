import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type OwnDatabase, ownDatabase } from '../testing/own-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'nerdify-backup-test-'))
const otherDisk = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'nerdify-backup-test-'))
const databases: OwnDatabase[] = []

afterAll(async () => {
  for (const place of [folder, otherDisk]) rmSync(place, { recursive: true, force: true })
  for (const { drop } of databases) await drop()
})

const file = join(folder, 'nerdify.tar.gz')

async function command(name: 'backup' | 'restore', dataDirectory: string, environment: Record<string, string> = {}) {
  const database = await ownDatabase()
  databases.push(database)
  const tool = join(import.meta.dirname, '../../../../tools', `${name}.ts`)
  const env = { ...process.env, DATA_DIR: dataDirectory, DATABASE_URL: database.url, ...environment }
  const { status, stderr } = spawnSync(process.execPath, [tool, file], { env, encoding: 'utf8' })
  return { status, stderr }
}

test('[OPS-04] a backup of a running product has every file, and restores onto its own disk', async () => {
  const data = join(folder, 'data')
  const [unseen, kept] = ['u', 'f'].map((name) => join(data, 'bucket/objects', name)) as [string, string]
  for (const place of [kept, unseen, join(data, 'bucket/unfinished')]) mkdirSync(place, { recursive: true })
  const names = Array.from({ length: 80 }, (_, index) => `upload-${index}`)
  for (const name of names) writeFileSync(join(unseen, name), name.padEnd(15_000, '.'))
  writeFileSync(join(data, 'bucket/unfinished/half'), 'half of it')
  // While tar reads, the log grows and uploads are checked one by one.
  const goOn = join(folder, 'go-on.sh')
  const look = `name=$(ls '${unseen}' | head -n 1); [ -z "$name" ] || mv "${unseen}/$name" "${kept}/$name"`
  writeFileSync(goOn, `#!/bin/sh\necho looked >> '${data}/product.log'\n${look}\n`, { mode: 0o700 })

  const meanwhile = { TAR_OPTIONS: `--checkpoint=2 --checkpoint-action=exec=${goOn}` }
  expect(await command('backup', data, meanwhile)).toEqual({ status: 0, stderr: '' })
  expect(readdirSync(kept).length).toBeGreaterThan(20)

  const mount = join(folder, 'mount')
  mkdirSync(join(otherDisk, 'lost+found'))
  symlinkSync(otherDisk, mount)
  expect(await command('restore', mount)).toEqual({ status: 0, stderr: '' })
  const restored = (name: string) =>
    ['f', 'u'].map((place) => join(mount, 'bucket/objects', place, name)).find((path) => existsSync(path)) ?? name
  expect(names.filter((name) => readFileSync(restored(name), 'utf8') !== name.padEnd(15_000, '.'))).toEqual([])
  expect(readdirSync(mount).toSorted()).toEqual(['bucket', 'lost+found'])
  expect(readdirSync(join(mount, 'bucket'))).toEqual(['objects'])
})

/** The arguments of every process of this machine, which any user can read. */
const argumentsOfAll = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(join('/proc', pid, 'cmdline'), 'utf8').replaceAll('\0', ' ')
      } catch {
        return ''
      }
    })

test
  .runIf(existsSync('/proc/self/cmdline'))
  .each([
    (port: number) => `postgres://nerd:to%3Apsecret@127.0.0.1:${port}/nerdify`,
    (port: number) => `postgres://nerd@127.0.0.1:${port}/nerdify?password=to%3Apsecret`,
  ])('[SAFE-16] no process’s arguments contain the database’s password during a backup (%#)', async (urlOf) => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // The first connections only look for a pooler.
  const ofDump = () => argumentsOfAll().filter((line) => line.includes('pg_dump') && line.includes(String(port)))
  const called = new Promise<Socket>((resolve) =>
    server.on('connection', (socket) => (ofDump().length > 0 ? resolve(socket) : socket.destroy())),
  )
  const tool = join(import.meta.dirname, '../../../../tools/backup.ts')
  const backup = spawn(process.execPath, [tool, join(folder, 'never.tar.gz')], {
    env: { ...process.env, DATA_DIR: join(folder, 'empty'), DATABASE_URL: urlOf(port) },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => backup.once('exit', resolve))
  // A client now holds a connection to the database and waits for its answer.
  const socket = await called
  expect(ofDump()).toHaveLength(1)
  const commandLines = argumentsOfAll()
  socket.destroy()
  server.close()
  await ended
  expect(commandLines.filter((line) => /to(:|%3A)psecret/.test(line))).toEqual([])
})
