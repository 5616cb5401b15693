import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryRoot } from './bootstrap.mjs'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nerdify-seed-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const seed = (words: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, ['apps/api/src/scenarios/run-scenario.ts', ...words], {
    cwd: repositoryRoot,
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', ...environment },
    encoding: 'utf8',
  })

test('[SBX-04] --help lists the scenarios', () => {
  const { status, stdout } = seed(['--help'])
  expect(status).toBe(0)
  for (const word of ['people', 'states', 'orders', '--phone', '--count', 'DATA_DIR']) expect(stdout).toContain(word)
})

test('[SBX-04] scenarios fill the database, one after the other', () => {
  const states = seed(['states', '--phone', '(415) 555-0142'])
  expect(states).toMatchObject({ status: 0, stderr: '' })
  expect(states.stdout).toMatch(/^\+14155550142 has \d+ more orders, one in every state\.\n$/)
  const orders = seed(['orders', '--phone', '+14155550142', '--count', '3'])
  expect(orders).toMatchObject({ status: 0, stdout: '+14155550142 has 3 more unpaid orders.\n', stderr: '' })
})

test.each([
  [[], 2, 'Say which scenario: people, states, orders. --help lists them.'],
  [['everything'], 2, '"everything" is no scenario; there are people, states, orders.'],
  [['toString'], 2, '"toString" is no scenario'],
  [['people', '--phone', '+14155550142'], 2, '--phone does not go with "people".'],
  [['states', '--phone', 'me'], 2, '--phone must be a phone number, not "me".'],
  [['orders', '--count', '0'], 2, '--count must be a number from 1 to 10000, not "0".'],
  [['states', 'now'], 2, '"now" is too much.'],
  [['states', '--colour', 'red'], 2, '--colour'],
])('[SBX-04] %j ends with %i and a sentence', (words, code, sentence) => {
  const { status, stdout, stderr } = seed(words)
  expect({ status, stdout }).toEqual({ status: code, stdout: '' })
  expect(stderr).toContain(sentence)
})

test('[SBX-04] a data directory in use is named, and production is never seeded', () => {
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
