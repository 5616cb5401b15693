import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { productionSettings } from './testing/production-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'nerdify-env-'))
let files = 0
const pathOf = () => join(folder, `${(files += 1)}.env`)

function fileWith(text: string, mode = 0o600): string {
  const path = pathOf()
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

/** Runs a program of the API with only a settings file in its environment. */
function run(program: string, path: string, env: Record<string, string> = {}, input = '') {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(import.meta.dirname, program)], {
    cwd: folder,
    env: { ENV_FILE: path, DATA_DIR: folder, ...env },
    input,
    encoding: 'utf8',
  })
  return { stdout, stderr, status }
}

test('[GO-01] reads the settings file as written: line ends, quotes, spaces, # and a byte order mark', () => {
  const path = fileWith(
    '\uFEFFNODE_ENV=production\r\n# PORT=1\r\nPORT = eighty # not a number\r\nMAIL_FROM=\'Nerdify #1 <hello@nerdify.example>\'\r\nTRUST_PROXY="on"\r\n',
  )
  const { stderr, status } = run('main.ts', path, { LOG_LEVEL: 'loud' })
  expect(status).toBe(1)
  expect(stderr).toContain('PORT must be a port number from 0 to 65535, not "eighty".')
  expect(stderr).toContain('not "on".')
  expect(stderr).toContain('LOG_LEVEL must be one of debug, info, warn, error, silent, not "loud".')
  expect(stderr).not.toContain('MAIL_FROM')
  // The environment takes precedence.
  expect(run('main.ts', path, { PORT: 'ninety' }).stderr).toContain('not "ninety"')
})

test('[GO-01][SAFE-16] a settings file that others can read stops the start', () => {
  const { stderr, status } = run('main.ts', fileWith('PORT=1\n', 0o644))
  expect({ stderr, status }).toEqual({
    stderr: expect.stringMatching(/^\S+ holds secrets .* chmod 600 \S+\.\n$/),
    status: 1,
  })
})

test('[GO-01] setup asks for missing settings, creates our secrets, and keeps the rest', () => {
  const path = pathOf()
  const first = run('setup.ts', path, {}, 'nerdify.example\nhttps://nerdify.example\n')
  expect(first.stdout).toContain('PUBLIC_URL must be an origin such as https://nerdify.example')
  expect(first.stdout).toContain('settings are missing or wrong:')
  expect(first.status).toBe(1)
  const lines = readFileSync(path, 'utf8')
  expect(lines).toMatch(/^NODE_ENV=production\nPUBLIC_URL=https:\/\/nerdify\.example\nAUTH_SECRET=[\w-]{43}\n/)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(first.stdout).not.toContain(/AUTH_SECRET=(\S+)/.exec(lines)?.[1])

  const second = run('setup.ts', path, {}, '\n\n\nsupport@nerdify.example\n')
  expect(second.stdout).not.toContain('PUBLIC_URL (such as')
  expect(readFileSync(path, 'utf8').startsWith(lines)).toBe(true)
  expect(existsSync(join(folder, 'secret'))).toBe(false)
})

test('[GO-01] setup offers the sign-in at the mail server and the DKIM key, which may be left out', () => {
  const path = pathOf()
  const { MAIL_FROM: _toAnswer, ...given } = productionSettings
  const first = run('setup.ts', path, given, "nerdify\nit's\nNerd's $1\nNerd's Help <a@b.example>\n\n")
  expect(first.stdout).toContain('MAIL_FROM cannot contain')
  expect(first.stdout).toContain('SMTP_PASSWORD (such as')
  expect(first.stdout).toMatch(/DKIM_DOMAIN \(such as nerdify\.example; Enter leaves it out\): \nAll is set/)
  expect(first.status).toBe(0)
  expect(readFileSync(path, 'utf8')).toBe(
    'SMTP_USER=nerdify\nSMTP_PASSWORD="it\'s"\nMAIL_FROM="Nerd\'s Help <a@b.example>"\n',
  )
  expect(run('setup.ts', path, given).status).toBe(0)
})

test('[GO-01] setup exits with 1 and the name of each wrong setting, else with 0', () => {
  const wrong = run('setup.ts', pathOf(), { ...productionSettings, PORT: 'eighty' })
  expect(wrong.stdout).toContain('PORT must be a port number')
  expect(wrong.status).toBe(1)
  expect(run('setup.ts', pathOf(), productionSettings)).toMatchObject({
    stdout: expect.stringContaining('All is set'),
    status: 0,
  })
})
