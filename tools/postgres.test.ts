import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { refuseTakenPorts } from './ports.ts'
import { findServerPrograms, startPostgres } from './postgres.ts'

/** Without an installed server there is none to test; npm test reports that in its PostgreSQL step. */
const servers = [findServerPrograms(process.env)].filter((programs) => programs !== undefined)

test.each(servers)(
  '[OPS-04] a temporary PostgreSQL answers, syncs to disk, requires its password, removes its files',
  async (programs) => {
    const ask = (url: string, question: string) =>
      spawnSync(join(programs, 'psql'), [url, '-Atc', question], { encoding: 'utf8' })

    const server = await startPostgres(programs, process.env)
    expect(ask(server.url, 'show fsync').stdout).toBe('on\n')
    const folder = ask(server.url, 'show data_directory').stdout.trim()
    expect(existsSync(folder)).toBe(true)

    const stranger = new URL(server.url)
    stranger.password = 'guessed'
    expect(ask(stranger.href, 'select 1').stderr).toContain('password authentication failed')

    await server.stop()
    expect(existsSync(folder)).toBe(false)
    const port = Number(new URL(server.url).port)
    await expect(refuseTakenPorts([{ setting: 'PORT', port, wantedBy: 'the product' }])).resolves.toBeUndefined()
  },
)

test('a failed server reports PostgreSQL’s words, and removes its files', async () => {
  const programs = mkdtempSync(join(tmpdir(), 'nerdify-programs-'))
  chmodSync(programs, 0o755)
  writeFileSync(join(programs, 'initdb'), '#!/bin/sh\necho no room on the disk\nexit 1\n', { mode: 0o755 })
  // No other process puts files there.
  vi.stubEnv('TMPDIR', programs)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(programs, { recursive: true })
  })
  await expect(startPostgres(programs, process.env)).rejects.toThrow('initdb failed:\nno room on the disk')
  expect(readdirSync(programs)).toEqual(['initdb'])
})
