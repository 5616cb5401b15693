import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSandbox } from '../apps/api/src/testing/sandbox-process.ts'
import { repositoryRoot } from './bootstrap.mjs'

let folder: string
const inside = (name: string) => join(folder, name)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nerdify-nightly-'))
  mkdirSync(inside('backups'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const backUpOnce = (environment: Record<string, string> = {}) =>
  spawnSync(process.execPath, [join(repositoryRoot, 'tools/nightly-backup.ts'), '--once', inside('backups')], {
    env: { ...process.env, ENV_FILE: 'none', DATA_DIR: inside('data'), DATABASE_URL: '', ...environment },
    encoding: 'utf8',
  })

test('[GO-02] keeps the newest fourteen nightly backups, and files that it did not make', () => {
  mkdirSync(inside('data/database'), { recursive: true })
  const old = Array.from({ length: 14 }, (_, day) => `nerdify-2020-01-${String(day + 10)}T03-00-00.tar.gz`)
  for (const name of [...old, 'by-hand.tar.gz']) writeFileSync(inside(`backups/${name}`), '')
  expect(backUpOnce()).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^nerdify-\S+ is written; 1 old removed/),
  })
  const [byHand, ...nightly] = readdirSync(inside('backups'))
  expect({ byHand, oldest: nightly[0], count: nightly.length }).toEqual({
    byHand: 'by-hand.tar.gz',
    oldest: old[1],
    count: 14,
  })
})

test('[GO-02] removes the work of a backup that was killed more than a day ago', () => {
  mkdirSync(inside('data/database'), { recursive: true })
  const hourMs = 3_600_000
  for (const [name, hours] of [
    ['killed', 25],
    ['works', 1],
  ] as const) {
    mkdirSync(inside(`backups/.nerdify-backup-${name}`))
    const at = new Date(Date.now() - hours * hourMs)
    utimesSync(inside(`backups/.nerdify-backup-${name}`), at, at)
  }
  expect(backUpOnce()).toMatchObject({ status: 0 })
  expect(readdirSync(inside('backups')).filter((name) => name.startsWith('.'))).toEqual(['.nerdify-backup-works'])
})

test('[GO-02] mails support about a failed nightly backup, and keeps the old ones', async () => {
  const sandbox = await startSandbox(1)
  const { http, smtp } = sandbox.listening
  writeFileSync(inside('backups/nerdify-2020-01-01T03-00-00.tar.gz'), '')
  const failed = backUpOnce({ SANDBOX_SMTP_PORT: String(smtp), SUPPORT_EMAIL: 'staff@nerdify.test' })
  expect(failed).toMatchObject({ status: 1, stderr: expect.stringContaining('there is nothing to save') })
  const mails = await (await fetch(`${http}/mailbox/messages.json?to=staff@nerdify.test`)).json()
  expect(mails).toMatchObject([{ subject: 'The nightly backup failed' }])
  expect(readdirSync(inside('backups'))).toHaveLength(1)
  await sandbox.end()
})
