import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { undocumentedExports } from './repository/docstrings.mjs'
import { repositoryFiles } from './repository/files.mjs'
import { looseVersions, strayedImports, undeclaredImports } from './repository/imports.mjs'
import {
  changedMigrations,
  committedMigrations,
  misnumberedMigrations,
  presentMigrations,
} from './repository/migrations.mjs'
import { strayedSql } from './repository/sql.mjs'
import { physicalStyles } from './repository/styles.mjs'
import { testsThatDoNotRun } from './repository/unproven-tests.mjs'
import { drawers, lockedRegistries, machineTraces, unfinishedWork } from './repository/words.mjs'
import { repositoryRoot } from './repository-root.mjs'

/** @typedef {import('./repository/files.mjs').Finding} Finding */

const files = repositoryFiles(repositoryRoot)

/** @param {readonly Finding[]} findings as lines that an editor can jump to */
const lines = (findings) => findings.map(({ path, line, message }) => `${path}:${line} ${message}`)

/**
 * A file that breaks a rule, or keeps it, as a check sees it.
 *
 * @param {string} path
 * @param {string} text
 */
const planted = (path, text) => [{ path, text }]

/** Words that this file may not hold itself. */
const putOff = ['TO', 'DO'].join('')
const only = ['on', 'ly'].join('')
const home = ['', 'home', 'ada', 'nerdify'].join('/')

describe('every export of product code has a docstring', () => {
  test('in the repository', () => expect(lines(undocumentedExports(files))).toEqual([]))

  test.each([
    'export const rate = 1',
    'export function rateOf() {}',
    'export async function rateOf() {}',
    'export interface Rate {}',
    'export type Rate = number',
    'export class Rate {}',
    '/** Of something else. */\n\nexport const rate = 1',
    '// A comment is no docstring.\nexport const rate = 1',
  ])('a missing one is found: %s', (text) => {
    expect(undocumentedExports(planted('packages/domain/src/pricing/rate.ts', text))).toHaveLength(1)
  })

  test.each([
    '/** What it is. */\nexport const rate = 1',
    '/**\n * What it is.\n */\nexport function rateOf(): void',
    '/** What it is. */\nexport function rateOf(a: 1): 1\nexport function rateOf(a: 2): 2',
    '/** What it is. */\nexport const Rate = schema()\nexport type Rate = Static<typeof Rate>',
    "export const closeText = 'Close'",
    "export type { Rate } from './rates.ts'",
    'const inner = 1',
  ])('a present one is seen: %s', (text) => {
    expect(undocumentedExports(planted('packages/domain/src/pricing/rate.ts', text))).toEqual([])
  })

  test.each(['apps/web/src/ui/Button.stories.tsx', 'apps/api/src/orders/orders.api.test.ts', 'e2e/pages.ts'])(
    'tests and stories need none: %s',
    (path) => expect(undocumentedExports(planted(path, 'export const x = 1'))).toEqual([]),
  )
})

describe('SQL stands in stores, migrations and database/ alone', () => {
  test('in the repository', () => expect(lines(strayedSql(files))).toEqual([]))

  test.each([
    "queries.selectFrom('orders')",
    'sql`now()`',
    'sql<number>`count(*)`',
    "query('SELECT id FROM orders')",
    "query('insert into orders values (1)')",
    "query('update orders set price = 1')",
  ])('a stray one is found: %s', (text) => {
    expect(strayedSql(planted('apps/api/src/orders/create-order.ts', text))).toHaveLength(1)
  })

  test.each(['apps/api/src/orders/orders.store.ts', 'apps/api/src/database/migrate.ts'])('%s may hold it', (path) => {
    expect(strayedSql(planted(path, 'sql`select 1 from orders`'))).toEqual([])
  })
})

describe('every test runs', () => {
  test('in the repository', () => expect(lines(testsThatDoNotRun(files))).toEqual([]))

  test.each([
    `test.${only}('x', () => {})`,
    `describe.concurrent.${only}('x', () => {})`,
    `it.${'sk'}ip('x')`,
    `test.${'to'}do('x')`,
    `test.${'fix'}me('x')`,
    `x${'it'}('x')`,
    `tags: ['!${'test'}']`,
    `// ${'te'}st('x', () => {})`,
  ])('one that does not is found: %s', (text) => {
    expect(testsThatDoNotRun(planted('e2e/order.spec.ts', text))).toHaveLength(1)
  })

  test('plain ones are left alone', () => {
    const text = "test('only what is skipped is found', () => {})\ntest.each([1])('%s', () => {})"
    expect(testsThatDoNotRun(planted('e2e/order.spec.ts', text))).toEqual([])
  })
})

describe('migrations are only ever added', () => {
  const present = presentMigrations(repositoryRoot)

  test('in the repository each has a number of its own', () => {
    expect(lines(misnumberedMigrations([...present.keys()]))).toEqual([])
  })

  test.each(['HEAD', 'HEAD^'])('in the repository those of %s are unchanged', (commit) => {
    expect(lines(changedMigrations(committedMigrations(repositoryRoot, commit), present))).toEqual([])
  })

  test.each([[['0001_a.sql', '0001_b.sql']], [['1_a.sql']], [['0001_a.sql', 'notes.txt']]])(
    'wrong numbers are found: %s',
    (names) => {
      expect(misnumberedMigrations(names)).toHaveLength(1)
    },
  )

  test('a changed one and a removed one are found, a new one is welcome', () => {
    const committed = new Map([
      ['0001_a.sql', 'create table a ()'],
      ['0002_b.sql', 'create table b ()'],
    ])
    const now = new Map([
      ['0001_a.sql', 'create table a (id int)'],
      ['0003_c.sql', 'create table c ()'],
    ])
    expect(lines(changedMigrations(committed, now))).toEqual([
      '0001_a.sql:1 A committed migration never changes: write a further one.',
      '0002_b.sql:1 A committed migration never goes: write a further one.',
    ])
  })

  test('those of a commit are read from git', () => {
    expect(committedMigrations(repositoryRoot, 'no-such-commit')).toEqual(new Map())
  })
})

describe('imports that only show to be wrong once their path is followed', () => {
  test('in the repository there are none', () => expect(lines(strayedImports(files))).toEqual([]))

  test.each([
    [
      'apps/web/src/features/orders/form/Form.tsx',
      "import { x } from '../../sign-in/x.ts'",
      'One feature never imports',
    ],
    ['apps/web/src/features/orders/draft.ts', "import type { x } from '../sign-in/x.ts'", 'One feature never imports'],
    ['apps/web/src/features/orders/draft.ts', "const x = import('../sign-in/x.ts')", 'One feature never imports'],
    ['apps/web/src/main.tsx', "import { x } from '../../api/src/x.ts'", 'by the name of its package'],
    ['packages/domain/src/x.ts', "export * from '../../contract/src/x.ts'", 'by the name of its package'],
    ['apps/api/src/main.ts', "import '../../../tools/ports.mjs'", 'never imports tools or bench'],
    ['packages/domain/src/x.ts', "import {\n  x,\n} from '../../../bench/x.ts'", 'never imports tools or bench'],
  ])('%s: %s', (path, text, message) => {
    expect(lines(strayedImports(planted(path, text)))).toEqual([expect.stringContaining(message)])
  })

  test.each([
    ['apps/web/src/features/orders/form/Form.tsx', "import { x } from '../draft.ts'"],
    ['apps/web/src/features/orders/form/Form.tsx', "import { x } from '../../../ui/Button.tsx'"],
    ['apps/web/src/routes.tsx', "import { x } from './features/orders/x.ts'"],
    ['apps/api/src/main.ts', "import { x } from '@nerdify/domain/pricing/price.ts'"],
  ])('%s may say %s', (path, text) => {
    expect(strayedImports(planted(path, text))).toEqual([])
  })
})

describe('dependencies', () => {
  test('each imported package is declared where it is imported', () => {
    expect(lines(undeclaredImports(files))).toEqual([])
  })

  test('one that is there by chance is found', () => {
    const packageFile = { path: 'apps/api/package.json', text: '{"dependencies":{"fastify":"5.0.0"}}' }
    const source = "import fastify from 'fastify'\nimport { x } from '@scope/chance/deep.js'\nimport 'node:fs'"
    expect(lines(undeclaredImports([packageFile, { path: 'apps/api/src/app.ts', text: source }]))).toEqual([
      'apps/api/src/app.ts:2 "@scope/chance" is imported, but package.json of apps/api does not declare it.',
    ])
  })

  test('each version is exact', () => expect(lines(looseVersions(files))).toEqual([]))

  test.each(['^1.2.3', '~1.2.3', '>=1', '1.x', '*', 'latest'])('%s is no exact version', (version) => {
    const text = JSON.stringify({ dependencies: { pg: version }, engines: { node: '>=20' } }, undefined, 2)
    expect(looseVersions(planted('package.json', text))).toHaveLength(1)
  })

  test('the lock names no registry', () => {
    const lock = readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')
    expect(lines(lockedRegistries(lock))).toEqual([])
    expect(
      lockedRegistries(lock.replace('"integrity"', '"resolved": "https://example.com/pg.tgz", "integrity"')),
    ).toHaveLength(1)
  })
})

describe('names and words', () => {
  test('no file is called by a drawer', () => expect(lines(drawers(files))).toEqual([]))

  test.each(['apps/web/src/utils.ts', 'apps/api/src/common/x.ts', 'e2e/helpers/x.ts', 'apps/web/src/ui/misc.css'])(
    '%s is found',
    (path) => expect(drawers(planted(path, ''))).toHaveLength(1),
  )

  test('no work is put off', () => expect(lines(unfinishedWork(files))).toEqual([]))

  test('work that is put off is found with its line', () => {
    expect(lines(unfinishedWork(planted('README.md', `One.\n${putOff}: two.`)))).toEqual([
      `README.md:2 "${putOff}": finish it, or leave it out.`,
    ])
  })

  test('nothing tells of the machine on which it was written', () => {
    expect(lines(machineTraces(files, repositoryRoot))).toEqual([])
  })

  test.each([home, `see ${home}/x`, `cd ${repositoryRoot}`, `https://${'registry'}.npmjs.org/pg`])(
    'a trace is found: %s',
    (text) => expect(machineTraces(planted('README.md', text), repositoryRoot).length).toBeGreaterThan(0),
  )

  test.each(['/orders/home/x', 'https://nerdify.example/work/1', '/usr/bin/chromium', '${base}/home/x'])(
    'no trace is seen in %s',
    (text) => expect(machineTraces(planted('README.md', text), repositoryRoot)).toEqual([]),
  )
})

describe('(ux 58) styles are mirrored where a language is written from right to left', () => {
  test('in the repository', () => expect(lines(physicalStyles(files))).toEqual([]))

  test.each(['margin-left: 1rem', 'right: 0', 'text-align: left', 'border-right-width: 1px', 'float:right'])(
    'what names a side is found: %s',
    (style) => {
      expect(physicalStyles(planted('apps/web/src/ui/Card.module.css', `.card { ${style}; }`))).toHaveLength(1)
    },
  )

  test.each(['margin-inline-start: 1rem', 'inset-inline-end: 0', 'text-align: start', 'transform-origin: left'])(
    'what names none is not: %s',
    (style) => {
      expect(physicalStyles(planted('apps/web/src/ui/Card.module.css', `.card { ${style}; }`))).toEqual([])
    },
  )
})
