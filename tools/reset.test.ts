import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { repositoryRoot } from './bootstrap.mjs'

let folder: string
let data: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nerdify-reset-'))
  data = join(folder, 'data')
  mkdirSync(join(data, 'database'), { recursive: true })
  writeFileSync(join(data, 'database/table'), 'rows')
  writeFileSync(join(data, 'sandbox.sqlite'), 'rows')
})
afterEach(() => rmSync(folder, { recursive: true }))

const reset = (directory: string) =>
  spawnSync(process.execPath, [join(repositoryRoot, 'tools/reset.ts')], {
    env: { ...process.env, DATA_DIR: directory },
    encoding: 'utf8',
  })

test('empties the data directory', () => {
  const { status, stdout } = reset(data)
  expect(status).toBe(0)
  expect(stdout).toBe(`${data} is empty; the next start begins from scratch.\n`)
  expect(readdirSync(data)).toEqual([])
})

test('removes nothing from a directory without data of Nerdify', () => {
  const other = join(folder, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'thesis.txt'), 'words')
  expect(reset(other)).toMatchObject({
    status: 1,
    stderr: `DATA_DIR is ${other}, which holds other files and none of Nerdify’s. Nothing was removed.\n`,
  })
  expect(readdirSync(other)).toEqual(['thesis.txt'])
})

test('accepts a missing directory', () => {
  expect(reset(join(folder, 'none')).status).toBe(0)
})

test('removes nothing while "npm start" or a product uses it', () => {
  const refused = (by: string) => ({
    status: 1,
    stderr: `The data directory ${data} is in use by ${by}: stop that one, or set DATA_DIR to another directory.\n`,
  })
  writeFileSync(join(data, 'start.lock'), JSON.stringify({ pid: process.pid }))
  expect(reset(data)).toMatchObject(refused(`process ${process.pid}`))
  rmSync(join(data, 'start.lock'))
  const lock = new DatabaseSync(join(data, 'database.lock'))
  lock.exec('begin exclusive')
  expect(reset(data)).toMatchObject(refused('another process'))
  expect(existsSync(join(data, 'database/table'))).toBe(true)
  lock.close()
  expect(reset(data)).toMatchObject({ status: 0 })
})

test.each([
  ['the repository', repositoryRoot],
  ['the folder around the repository', dirname(repositoryRoot)],
  ['the home directory', homedir()],
  ['the whole disk', '/'],
])('never empties %s', (_, directory) => {
  const { status, stderr } = reset(directory)
  expect(status).toBe(1)
  expect(stderr).toContain('Nothing was removed')
  expect(existsSync(join(repositoryRoot, 'package.json'))).toBe(true)
})
