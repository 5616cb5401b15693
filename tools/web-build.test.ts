import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureWebBuilt, isWebBuilt } from './web-build.ts'

let root: string
let output: string

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const build = () => ensureWebBuilt(root, (text) => (output += text))

/** The number of builds. */
const builds = () => readFileSync(join(root, 'apps/web/dist/builds'), 'utf8').length

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'nerdify-web-'))
  output = ''
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
afterAll(() => rmSync(root, { recursive: true }))

test('shows budgets on a first build, skips the second, and builds again after a change', () => {
  build()
  expect(output).toContain('sign-in 90 KB of 95 KB')
  build()
  expect(builds()).toBe(1)
  write('apps/web/src/main.tsx', 'two')
  build()
  expect(builds()).toBe(2)
})

/** Whether the last build is still up to date after a change. */
function countsAfterChange(path: string) {
  const isPart = existsSync(join(root, path))
  const text = isPart ? readFileSync(join(root, path), 'utf8') : ''
  write(path, `${text} changed`)
  const isBuilt = isWebBuilt(root)
  if (isPart) write(path, text)
  else rmSync(join(root, path))
  expect(isWebBuilt(root)).toBe(true)
  return isBuilt
}

test.each([
  'apps/web/src/main.tsx',
  'apps/desk/src/main.tsx',
  'packages/ui/src/part.tsx',
  'packages/domain/src/price.ts',
  'package-lock.json',
])('a change of %s makes the build stale', (path) => expect(countsAfterChange(path)).toBe(false))

test.each([
  'packages/ui/src/actions/Button.stories.tsx',
  'packages/domain/src/price.test.ts',
  'apps/api/src/main.ts',
  'README.md',
])('a change of %s does not', (path) => expect(countsAfterChange(path)).toBe(true))

test('rebuilds after a removed result', () => {
  rmSync(join(root, 'apps/web/dist'), { recursive: true })
  build()
  expect(existsSync(join(root, 'apps/web/dist'))).toBe(true)
})

test('a failed build prints why, then one sentence, and does not count', () => {
  write('apps/web/build.ts', "console.error('main.tsx cannot be read')\nprocess.exit(1)")
  expect(build).toThrow('The web app could not be built; see the reason above.')
  expect(output).toContain('main.tsx cannot be read')
  expect(isWebBuilt(root)).toBe(false)
})
