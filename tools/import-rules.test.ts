import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repositoryRoot } from './bootstrap.mjs'
import { toolScript } from './tool-scripts.ts'

export type Diagnostic = { filename: string; code: string; message: string; help?: string }

/** One violation for each row of "Who may import whom" in ARCHITECTURE.md: file, its text, words of the rule's sentence. */
const violations = [
  ['packages/domain/src/node.ts', "import 'node:fs'", 'domain imports only itself'],
  ['packages/domain/src/react.ts', "import 'react'", 'domain imports only itself'],
  [
    'packages/domain/src/schema.ts',
    "import type { Static } from 'typebox'\nexport type A = Static<never>",
    'domain imports only itself',
  ],
  ['packages/domain/src/contract.ts', "export * from '@nerdify/contract/orders.ts'", 'domain imports only itself'],
  ['packages/domain/src/lazy.ts', "export const a = () => import('node:fs')", 'domain imports only itself'],
  ['packages/domain/src/clock.ts', 'export const now = () => Date.now()', 'domain takes the time as a parameter'],
  [
    'packages/domain/src/timer.ts',
    'export const now = () => performance.now()',
    'domain takes the time as a parameter',
  ],
  ['packages/domain/src/chance.ts', 'export const dice = () => Math.random()', 'domain draws no random numbers'],
  ['packages/domain/src/crypto.ts', 'export const id = () => crypto.randomUUID()', 'domain draws no random numbers'],
  ['packages/domain/src/global.ts', 'export const now = () => globalThis.x', 'domain names no global object'],
  ['packages/domain/src/process.ts', 'export const a = process.env', 'domain knows no surroundings'],
  ['packages/domain/src/window.ts', 'export const a = window.name', 'domain knows no browser'],
  ['packages/domain/src/document.ts', 'export const a = document.title', 'domain knows no browser'],
  ['packages/domain/src/navigator.ts', 'export const a = navigator.language', 'domain knows no browser'],
  ['packages/domain/src/local.ts', 'export const a = localStorage.length', 'domain stores nothing'],
  ['packages/domain/src/session.ts', 'export const a = sessionStorage.length', 'domain stores nothing'],
  ['packages/domain/src/fetch.ts', "export const a = () => fetch('/')", 'domain does no input or output'],
  ['packages/domain/src/timeout.ts', 'export const a = () => setTimeout(String, 1)', 'domain waits for nothing'],
  ['packages/domain/src/interval.ts', 'export const a = () => setInterval(String, 1)', 'domain waits for nothing'],
  ['packages/domain/src/task.ts', 'export const a = () => queueMicrotask(String)', 'domain waits for nothing'],
  ['packages/contract/src/node.ts', "import 'node:fs'", 'contract imports only domain and the schema library'],
  ['packages/contract/src/react.ts', "import 'react'", 'contract imports only domain and the schema library'],
  [
    'packages/contract/src/api.ts',
    "import '@nerdify/api/app.ts'",
    'contract imports only domain and the schema library',
  ],
  ['apps/web/src/api.ts', "import '@nerdify/api/app.ts'", 'An app in the browser imports our packages'],
  [
    'apps/web/src/features/orders/sandbox.ts',
    "import '@nerdify/sandbox/main.ts'",
    'An app in the browser imports our packages',
  ],
  ['apps/web/src/node.ts', "import 'node:fs'", 'An app runs in a browser'],
  ['apps/web/src/schema.ts', "import 'typebox'", 'An app runs in a browser'],
  ['apps/desk/src/api.ts', "import '@nerdify/web/main.tsx'", 'An app in the browser imports our packages'],
  ['apps/web/src/status.ts', 'export const a = status', 'a local variable'],
  ['packages/ui/src/fields/Router.tsx', "import 'react-router'", 'ui knows no router'],
  ['packages/ui/src/Query.tsx', "import '@tanstack/react-query'", 'ui knows no router'],
  ['packages/ui/src/Domain.tsx', "import '@nerdify/domain/pricing/price.ts'", 'ui knows no router'],
  ['packages/ui/src/Browser.tsx', "import '@nerdify/browser/send.ts'", 'ui knows no router'],
  ['packages/browser/src/part.ts', "import '@nerdify/ui/elements.ts'", 'browser imports contract and domain'],
  ['packages/browser/src/app.ts', "import '@nerdify/web/main.tsx'", 'browser imports contract and domain'],
  ['packages/browser/src/router.ts', "import 'react-router'", 'browser knows no router'],
  ['apps/api/src/orders/web.ts', "import '@nerdify/web/main.tsx'", 'api imports contract and domain of ours'],
  ['apps/api/src/main.ts', "import '@nerdify/sandbox/main.ts'", 'api imports contract and domain of ours'],
  [
    'apps/api/src/orders/adapter.ts',
    "import '../adapters/clock.ts'",
    'Only serve.ts wires adapters, and doctor.ts looks at them',
  ],
  ['apps/api/src/app.ts', "import './adapters/clock.ts'", 'Only serve.ts wires adapters, and doctor.ts looks at them'],
  ['apps/sandbox/src/domain.ts', "import '@nerdify/domain/pricing/money.ts'", 'sandbox is a stranger'],
  [
    'apps/sandbox/src/contract.ts',
    "import type { A } from '@nerdify/contract/orders.ts'\nexport type B = A",
    'sandbox is a stranger',
  ],
  [
    'e2e/internals.ts',
    "import '@nerdify/api/app.ts'",
    'e2e knows the product by paths, browser keys and the client of operations of contract alone',
  ],
  [
    'e2e/schema.ts',
    "import '@nerdify/contract/orders.ts'",
    'e2e knows the product by paths, browser keys and the client of operations of contract alone',
  ],
  [
    'e2e/database.ts',
    "import 'pg'",
    'e2e knows the product by paths, browser keys and the client of operations of contract alone',
  ],
] as const

/** Imports that the same rules allow. */
const allowed = [
  [
    'packages/domain/src/fine.ts',
    "import { a } from './process.ts'\nexport const text = new Intl.NumberFormat('en-US').format(a)",
  ],
  [
    'packages/domain/src/fine.test.ts',
    "import { expect, test } from 'vitest'\ntest('now', () => expect(Date.now()).toBeGreaterThan(0))",
  ],
  [
    'packages/contract/src/fine.ts',
    "import '@nerdify/domain/pricing/money.ts'\nimport 'typebox'\nimport 'typebox/value'",
  ],
  [
    'apps/web/src/features/orders/fine.ts',
    "import '@nerdify/contract/web-paths.ts'\nimport '@nerdify/domain/pricing/money.ts'\nimport '@nerdify/ui/fields/Fine.tsx'\nimport '@nerdify/browser/send.ts'",
  ],
  [
    'packages/ui/src/fields/Fine.tsx',
    "import 'react'\nimport '../tokens/tokens.css'\nimport './Router.tsx'\nimport '../part-texts.ts'",
  ],
  ['packages/browser/src/fine.ts', "import '@tanstack/react-query'\nimport '@nerdify/contract/orders.ts'"],
  ['apps/api/src/orders/fine.ts', "import '../ports.ts'"],
  ['apps/api/src/testing/running-product.ts', "import '../adapters/clock.ts'"],
  ['apps/api/src/orders/orders.api.test.ts', "import '../adapters/clock.ts'"],
  ['apps/sandbox/src/fine.ts', "import 'node:http'\nimport 'smtp-server'"],
  ['e2e/fine.ts', "import '@nerdify/contract/web-paths.ts'\nimport '@playwright/test'"],
] as const

/** Circles: through values, through types alone, and through the names of packages. */
const circles = [
  ['packages/domain/src/value-a.ts', "import { b } from './value-b.ts'\nexport const a = () => b"],
  ['packages/domain/src/value-b.ts', "import { a } from './value-a.ts'\nexport const b = () => a"],
  ['packages/domain/src/type-a.ts', "import type { B } from './type-b.ts'\nexport type A = B[]"],
  ['packages/domain/src/type-b.ts', "import type { A } from './type-a.ts'\nexport type B = A[]"],
  ['packages/contract/src/package-a.ts', "import { b } from '@nerdify/domain/package-b.ts'\nexport const a = () => b"],
  ['packages/domain/src/package-b.ts', "import { a } from '@nerdify/contract/package-a.ts'\nexport const b = () => a"],
] as const

const barrel = ['packages/domain/src/index.ts', "export * from './value-a.ts'"] as const

let tree: string
let diagnostics: readonly Diagnostic[]

/** Runs the linter with the project's settings. */
const lint = (cwd: string) =>
  spawnSync(process.execPath, [toolScript('oxlint'), '--deny-warnings', '-f', 'json'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })

const words = ({ message, help }: Diagnostic) => `${message} ${help ?? ''}`

const foundIn = (path: string) => diagnostics.filter(({ filename }) => filename === path)

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'nerdify-lint-'))
  copyFileSync(join(repositoryRoot, '.oxlintrc.json'), join(tree, '.oxlintrc.json'))
  mkdirSync(join(tree, 'node_modules/@nerdify'), { recursive: true })
  for (const name of ['domain', 'contract']) {
    mkdirSync(join(tree, 'packages', name), { recursive: true })
    copyFileSync(join(repositoryRoot, 'packages', name, 'package.json'), join(tree, 'packages', name, 'package.json'))
    symlinkSync(join(tree, 'packages', name), join(tree, 'node_modules/@nerdify', name))
  }
  for (const [path, text] of [...violations, ...allowed, ...circles, barrel]) {
    mkdirSync(join(tree, dirname(path)), { recursive: true })
    writeFileSync(join(tree, path), `${text}\n`)
  }
  diagnostics = JSON.parse(lint(tree).stdout).diagnostics
})

afterAll(() => rmSync(tree, { recursive: true }))

describe('the linter refuses', () => {
  test.each(violations)('%s', (path, _text, sentence) => {
    expect(foundIn(path).map(words)).toContainEqual(expect.stringContaining(sentence))
  })

  test.each(circles)('a circle through %s', (path) => {
    expect(foundIn(path).map(({ code }) => code)).toContain('import(no-cycle)')
  })

  test('a barrel file', () => {
    expect(foundIn(barrel[0]).map(({ code }) => code)).toContain('oxc(no-barrel-file)')
  })
})

test('a violation fails the check', () => expect(lint(tree).status).toBe(1))

test('a violation above proves every sentence of the settings', () => {
  const settings = readFileSync(join(repositoryRoot, '.oxlintrc.json'), 'utf8')
  const sentences = [...settings.matchAll(/"message": "([^"]+)"/g)].map(([, sentence]) => sentence)
  const shown = diagnostics.map(words).join('\n')
  expect(sentences.length).toBeGreaterThan(10)
  expect([...new Set(sentences)].filter((sentence) => !shown.includes(String(sentence)))).toEqual([])
})

test.each(allowed)('the linter allows %s to import what its row lists', (path) => {
  expect(foundIn(path).filter(({ code }) => /restricted/.test(code))).toEqual([])
})

test('the repository passes', () => {
  const run = lint(repositoryRoot)
  const found: readonly Diagnostic[] = JSON.parse(run.stdout).diagnostics
  expect(found.map((one) => `${one.filename} ${one.code} ${words(one)}`)).toEqual([])
  expect(run.status).toBe(0)
})
