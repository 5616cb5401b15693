import { spawnSync } from 'node:child_process'
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
  const tool = join(import.meta.dirname, '../../../../tools', `${name}.mjs`)
  const env = { ...process.env, DATA_DIR: dataDirectory, DATABASE_URL: database.url, ...environment }
  const { status, stderr } = spawnSync(process.execPath, [tool, file], { env, encoding: 'utf8' })
  return { status, stderr }
}

test('[OPS-04] a backup of a product that goes on has every file, and comes back onto a disk of its own', async () => {
  const data = join(folder, 'data')
  const [unseen, kept] = ['u', 'f'].map((name) => join(data, 'bucket/objects', name)) as [string, string]
  for (const place of [kept, unseen, join(data, 'bucket/unfinished')]) mkdirSync(place, { recursive: true })
  const names = Array.from({ length: 80 }, (_, index) => `upload-${index}`)
  for (const name of names) writeFileSync(join(unseen, name), name.padEnd(15_000, '.'))
  writeFileSync(join(data, 'bucket/unfinished/half'), 'half of it')
  // While tar reads, the log grows and one upload after the other is looked at.
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
