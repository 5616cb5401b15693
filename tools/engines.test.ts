import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { provideEngines } from './engines.ts'

const debian = vi.hoisted(() => ({ isHere: false, installed: [] as string[] }))
vi.mock('./debian.ts', () => ({
  mayInstallDebianPackages: () => debian.isHere,
  installDebianPackages: (packages: readonly string[]) => debian.installed.push(...packages),
}))

let folder: string
let output: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nerdify-engines-'))
  output = []
  debian.installed = []
})
afterEach(() => rmSync(folder, { recursive: true }))

const provide = () => provideEngines({ PATH: folder }, (text) => output.push(text))
const addProgram = (name: string) => writeFileSync(join(folder, name), '', { mode: 0o755 })

test('[UI-09] installs only missing packages on Debian', () => {
  debian.isHere = true
  addProgram('firefox-esr')
  addProgram('Xvfb')
  provide()
  expect(debian.installed).toEqual(['webkit2gtk-driver', 'xvfb'])
  addProgram('WebKitWebDriver')
  debian.installed = []
  expect(provide()).toEqual([])
  expect(debian.installed).toEqual([])
})

test('[UI-09] reports each unavailable engine in one line elsewhere', () => {
  debian.isHere = false
  expect(provide()).toEqual(['Firefox', 'WebKit'])
  expect(debian.installed).toEqual([])
  expect(output).toEqual([
    'No journey runs in Firefox: firefox-esr is missing.\n',
    'No journey runs in WebKit: WebKitWebDriver or Xvfb is missing.\n',
  ])
})
