import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isInstalled } from './install.mjs'

/** @type {string} */
let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nerdify-install-'))
  mkdirSync(join(folder, 'node_modules'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/**
 * @param {string} path
 * @param {Record<string, object>} packages
 */
const writeLock = (path, packages) => writeFileSync(join(folder, path), JSON.stringify({ packages }))

const wanted = {
  '': { name: 'nerdify' },
  'apps/api': { version: '0.1.0' },
  'node_modules/pg': { version: '8.0.0' },
  'node_modules/@nerdify/api': { resolved: 'apps/api', link: true },
  'node_modules/for-another-platform': { version: '1.0.0', optional: true },
}
const { '': _root, 'node_modules/for-another-platform': _other, ...installed } = wanted

test.each([
  ['everything for this platform is there', installed, true],
  ['a package has another version', { ...installed, 'node_modules/pg': { version: '7.0.0' } }, false],
  [
    'an optional package has another version',
    { ...installed, 'node_modules/for-another-platform': { version: '2.0.0' } },
    false,
  ],
  ['a package is missing', { 'node_modules/@nerdify/api': {} }, false],
  ['a workspace is not linked', { 'node_modules/pg': { version: '8.0.0' } }, false],
])('when %s', (_, record, expected) => {
  writeLock('package-lock.json', wanted)
  writeLock('node_modules/.package-lock.json', record)
  expect(isInstalled(folder)).toBe(expected)
})

test('an installation that was broken off counts as none', () => {
  writeLock('package-lock.json', wanted)
  expect(isInstalled(folder)).toBe(false)
})

test('a missing lock file is one clear sentence', () => {
  expect(() => isInstalled(folder)).toThrow(/^package-lock\.json is missing or broken: [^.]*\.json"\.$/)
})
