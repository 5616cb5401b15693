import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { repositoryRoot } from './bootstrap.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nerdify-backup-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const run = (tool: 'backup' | 'restore', file: string, dataDirectory: string) =>
  spawnSync(process.execPath, [join(repositoryRoot, `tools/${tool}.ts`), file], {
    env: { ...process.env, DATA_DIR: dataDirectory, DATABASE_URL: '', BACKUP_DATABASE_URL: '' },
    encoding: 'utf8',
  })

test('[OPS-04] a backup into a folder that cannot be written ends with one sentence', () => {
  const data = join(folder, 'data')
  mkdirSync(join(data, 'database'), { recursive: true })
  const obstacle = join(folder, 'obstacle')
  writeFileSync(obstacle, '')
  const { status, stderr } = run('backup', join(obstacle, 'b.tar.gz'), data)
  expect({ status, stderr }).toEqual({ status: 1, stderr: `${obstacle} cannot be written (EEXIST).\n` })
})

test('[OPS-04] a restore refuses an archive of other files that has a backup.json', () => {
  writeFileSync(join(folder, 'backup.json'), 'words')
  const archive = join(folder, 'other.tar.gz')
  spawnSync('tar', ['-czf', archive, '-C', folder, 'backup.json'])
  const { status, stderr } = run('restore', archive, join(folder, 'data'))
  expect({ status, stderr }).toEqual({ status: 1, stderr: `${archive} is not a backup of Nerdify.\n` })
})
