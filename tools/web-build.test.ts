import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureWebBuilt, isWebBuilt } from './web-build.ts'

let root: string
let said: string

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const build = () => ensureWebBuilt(root, (text) => (said += text))

/** How often the build ran. */
const builds = () => readFileSync(join(root, 'apps/web/dist/builds'), 'utf8').length

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nerdify-web-'))
  said = ''
  write('package-lock.json', '{}')
  write('tsconfig.base.json', '{}')
  write('packages/domain/src/price.ts', 'one')
  write('apps/web/src/main.tsx', 'one')
  write(
    'apps/web/build.ts',
    `import { appendFileSync, mkdirSync } from 'node:fs'
mkdirSync('apps/web/dist', { recursive: true })
appendFileSync('apps/web/dist/builds', 'x')
console.log('sign-in 90 KB of 95 KB')`,
  )
  write(
    'apps/desk/build.ts',
    `import { mkdirSync } from 'node:fs'
mkdirSync('apps/desk/dist', { recursive: true })`,
  )
})
afterEach(() => rmSync(root, { recursive: true }))

test('a first build shows its budgets, a second start does not build again', () => {
  build()
  expect(said).toContain('sign-in 90 KB of 95 KB')
  build()
  expect(builds()).toBe(1)
})

test.each([
  'apps/web/src/main.tsx',
  'apps/desk/src/main.tsx',
  'packages/ui/src/part.tsx',
  'packages/domain/src/price.ts',
  'package-lock.json',
])('a change of %s builds again', (path) => {
  build()
  write(path, 'two')
  build()
  expect(builds()).toBe(2)
})

test.each([
  'packages/ui/src/actions/Button.stories.tsx',
  'packages/domain/src/price.test.ts',
  'apps/api/src/main.ts',
  'README.md',
])('a change of %s does not', (path) => {
  build()
  write(path, 'two')
  build()
  expect(builds()).toBe(1)
})

test('a removed result is built again', () => {
  build()
  rmSync(join(root, 'apps/web/dist'), { recursive: true })
  build()
  expect(existsSync(join(root, 'apps/web/dist'))).toBe(true)
})

test('a build that fails says why in front of one sentence, and does not count', () => {
  build()
  write('apps/web/build.ts', "console.error('main.tsx cannot be read')\nprocess.exit(1)")
  expect(build).toThrow('The web app could not be built; the reason stands above.')
  expect(said).toContain('main.tsx cannot be read')
  expect(isWebBuilt(root)).toBe(false)
})
