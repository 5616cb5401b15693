import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { provideChromium } from './chromium.ts'
import { findOnPath } from './find-program.ts'

let folder: string
let output: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nerdify-chromium-'))
  output = []
})
afterEach(() => rmSync(folder, { recursive: true }))

const provide = (environment: NodeJS.ProcessEnv) => provideChromium(environment, (text) => output.push(text))

test('uses the browser of CHROMIUM_PATH', () => {
  expect(provide({ CHROMIUM_PATH: '/opt/chromium', PATH: folder })).toBe('/opt/chromium')
})

test.each(['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'])(
  "the system's %s is found and nothing is installed",
  (name) => {
    writeFileSync(join(folder, name), '', { mode: 0o755 })
    expect(provide({ PATH: ['/nowhere', folder].join(delimiter) })).toBe(join(folder, name))
    expect(output).toEqual([])
  },
)

test('prefers the headless shell', () => {
  for (const name of ['chromium', 'chromium-headless-shell']) writeFileSync(join(folder, name), '', { mode: 0o755 })
  expect(provide({ PATH: folder })).toBe(join(folder, 'chromium-headless-shell'))
})

test('a file that cannot run is no program', () => {
  writeFileSync(join(folder, 'chromium'), '', { mode: 0o644 })
  expect(findOnPath('chromium', { PATH: folder })).toBeUndefined()
})
