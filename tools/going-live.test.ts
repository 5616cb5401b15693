import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { expect, test } from 'vitest'
import { cardEventTypes } from '../apps/api/src/card-events/card-event-types.ts'
import { settingsTable } from '../apps/api/src/settings-table.ts'
import { repositoryRoot } from './bootstrap.mjs'
import { readCommand } from './ops-commands.ts'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')
const guide = read('docs/going-live.md')
/** Text in backticks and lines of shell. */
const code = [...guide.matchAll(/```sh\n(.*?)```|`([^`\n]+)`/gs)].flatMap(([, block, span]) =>
  (block ?? span ?? '').split('\n'),
)

test('[GO-04] the tool accepts each command of operations in the guide', () => {
  const commands = code
    .flatMap((line) => /\bops ([a-z].*)/.exec(line)?.[1] ?? [])
    .filter((words) => !words.includes('$'))
  expect(commands.length).toBeGreaterThanOrEqual(5)
  for (const command of commands) {
    const words = [...command.matchAll(/"([^"]+)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
    const args = words.map((word) => ({ NUMBER: '48213', 'paper.pdf': import.meta.filename })[word] ?? word)
    expect([command, readCommand(args).calls]).toEqual([command, expect.arrayContaining([expect.anything()])])
  }
})

test('[GO-04] the guide’s webhook sends every card event that the product uses, and no unused kind', () => {
  const kinds = code.filter((span) => /^[a-z.]+\.\*$/.test(span)).map((span) => span.slice(0, -1))
  expect(cardEventTypes.filter((type) => !kinds.some((kind) => type.startsWith(kind)))).toEqual([])
  expect(kinds.filter((kind) => !cardEventTypes.some((type) => type.startsWith(kind)))).toEqual([])
})

test('[GO-04] the guide names each origin of the proxy, and settings that exist', () => {
  const origins = [...read('deploy/Caddyfile').matchAll(/^\{\$(\w+)\}/gm)].map(([, name]) => name)
  expect(origins).toHaveLength(3)
  expect(code).toEqual(expect.arrayContaining(origins))
  const settings = settingsTable.flatMap(({ rows }) => rows.flatMap(({ examples }) => Object.keys(examples)))
  const named = code.filter((span) => /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(span))
  expect(named.filter((name) => !settings.includes(name))).toEqual(['STRIPE_TEST_KEY'])
})

test('[GO-04] who stops taking orders by the guide keeps the events of providers and the calls of staff', () => {
  const [, sentence = ''] = /(To stop taking orders.*)/.exec(guide) ?? []
  expect(sentence).toContain('/webhooks/')
  const [, section = ''] = read('docs/operations.md').split('\n## Stop taking orders\n')
  const kept = /@visitors not path (.*)/.exec(section)?.[1]?.split(' ') ?? []
  const isKept = (path: string) =>
    kept.some((glob) => (glob.endsWith('*') ? path.startsWith(glob.slice(0, -1)) : path === glob))
  const { cardEvents, smsReplies, smsReports, fileDownload, healthz, readyz, orders } = apiPaths
  const needed = [cardEvents(), smsReplies(), smsReports('1'), fileDownload('1'), healthz(), readyz(), opsPaths.queue()]
  expect(needed.filter((path) => !isKept(path))).toEqual([])
  expect(['/', orders()].filter(isKept)).toEqual([])
})

test('[SAFE-16] the guide puts no password into the arguments of a program', () => {
  // `echo` is a command of the shell itself, so what it prints shows in no list of processes.
  const lines = code.filter((line) => line.includes('$password'))
  expect(lines.length).toBeGreaterThanOrEqual(2)
  expect(lines.filter((line) => !/^echo "[^"]*"( \| (?!.*\$password)| >> \.env$)/.test(line))).toEqual([])
})

test('[GO-04] the rehearsal runs each block without containers, except the one for systemd', () => {
  const [, part = ''] = /^Without containers(.*?)^## 3/ms.exec(guide) ?? []
  const blocks = part.split('```sh\n').slice(1)
  const rehearsed = [...read('deploy/rehearsal.sh').matchAll(/\$\(of_guide (\d)\)/g)].map(([, number]) =>
    Number(number),
  )
  expect(blocks.flatMap((block, at) => (block.includes('systemctl') ? [] : [at + 1]))).toEqual(rehearsed)
})

test('[GO-04] the guide says for each real provider when and by whom it was tried, or never', () => {
  const [, table = ''] = guide.split('## Run against the real one')
  const rows = [...table.matchAll(/^\| (?!what|---)(.+?) \| (.*?) ?\| (.*?) ?\| (.*?) ?\|$/gm)]
  expect(rows.map(([, what]) => what)).toEqual(
    expect.arrayContaining(['card provider, live', 'text provider', 'mail relay', 'S3 that is not ours']),
  )
  for (const [row, , when, whom] of rows) {
    expect([row, when === 'never' || (/^\d{4}-\d\d-\d\d$/.test(when ?? '') && whom !== '')]).toEqual([row, true])
  }
})
