import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copiedDataDir } from '../apps/api/src/testing/started-data.ts'
import { repositoryRoot } from './bootstrap.mjs'

let folder: string
beforeAll(async () => {
  folder = await copiedDataDir('migrated', 'nerdify-seed-')
})
afterAll(() => rmSync(folder, { recursive: true }))

const seed = (words: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, ['apps/api/src/scenarios/run-scenario.ts', ...words], {
    cwd: repositoryRoot,
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', ...environment },
    encoding: 'utf8',
  })

test('[SBX-04] scenarios fill the database in sequence', () => {
  const states = seed(['states', '--phone', '(415) 555-0142'])
  expect(states).toMatchObject({ status: 0, stderr: '' })
  expect(states.stdout).toMatch(/^\+14155550142 has \d+ more orders, one in every state\.\n$/)
  const orders = seed(['orders', '--phone', '+14155550142', '--count', '3'])
  expect(orders).toMatchObject({ status: 0, stdout: '+14155550142 has 3 more unpaid orders.\n', stderr: '' })
  const late = seed(['late', '--phone', '+14155550142', '--count', '2'])
  expect(late).toMatchObject({ status: 0, stdout: '+14155550142 has 2 more late orders.\n', stderr: '' })
})

test('[SBX-04] a wrong word exits with 2, a sentence and the command for help', () => {
  expect(seed(['everything'])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: '"everything" is not a scenario; there are people, states, orders, late. --help lists them.\n',
  })
})

test('[SBX-04] names a data directory in use, and never seeds production', () => {
  const used = mkdtempSync(join(folder, 'used-'))
  const lock = new DatabaseSync(join(used, 'database.lock'))
  lock.exec('begin exclusive')
  const inUse = seed(['states'], { DATA_DIR: used })
  expect(inUse.status).toBe(1)
  expect(inUse.stderr).toBe(
    `The data directory ${used} is in use by another process; stop it or set DATA_DIR to another directory.\n`,
  )
  lock.close()
  expect(seed(['states'], { NODE_ENV: 'production' })).toMatchObject({ status: 1 })
})
