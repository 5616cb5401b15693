/**
 * `npm run rehearse -- [FOLDER]`: goes live in an empty Debian (GO-04). It makes one by debootstrap, runs the shell
 * blocks of docs/going-live.md "Without containers" in it, and takes product, proxy, first owner, backup and restore
 * through their paces. It needs root, Debian's debootstrap, and a network that reaches Debian and npm.
 *
 * No real provider is met: the sandbox answers under the providers' names, with certificates of Caddy's own authority.
 * Debian has no init here, so the script starts the commands of the units by hand.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal, repositoryRoot as repository, runCommand, say as print } from './bootstrap.mjs'

const site = 'https://nerdify.test'
const origins = { PUBLIC_URL: site, FILES_URL: 'https://files.nerdify.test', DESK_URL: 'https://desk.nerdify.test' }
const providers = ['api.stripe.com', 'texts.test']
const authority = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'
const secret = () => randomBytes(24).toString('hex')

const began = Date.now()
const say = (text: string) => print(`${((Date.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}\n`)

/** Blocks of shell in the chapter "Without containers". */
function documentedBlocks(): readonly string[] {
  const guide = readFileSync(join(repository, 'docs/going-live.md'), 'utf8')
  const [, chapter = ''] = guide.split('\n### Without containers\n')
  return [...(chapter.split(/\n##+ /)[0] ?? '').matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => String(block))
}

/** The machine: runs shell in it, as root or another user. */
const shell = (root: string, script: string, user = 'root', out: 'pipe' | 'ignore' = 'pipe') =>
  execFileSync('chroot', [root, 'runuser', '-u', user, '--', 'bash', '-euo', 'pipefail', '-c', script], {
    encoding: 'utf8',
    env: {
      PATH: '/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin',
      DEBIAN_FRONTEND: 'noninteractive',
      LANG: 'C.UTF-8',
      ...(process.env['NODE_EXTRA_CA_CERTS'] && { NODE_EXTRA_CA_CERTS: '/usr/local/share/registry.crt' }),
    },
    stdio: ['ignore', out, 'inherit'],
  })

/** Does a documented block; no init runs here, so nothing is enabled. */
function follow(root: string, block: string): void {
  say(String(block.split('\n')[0]))
  // A server that a block starts would keep a pipe open.
  shell(root, block.replace('<your copy of this repository>', '/srv/nerdify.bundle'), 'root', 'ignore')
}

/** Mounts what programs expect; the end of the namespace takes it away. */
function mountSystem(root: string): void {
  for (const [type, path] of [
    ['proc', 'proc'],
    ['tmpfs', 'dev/shm'],
  ] as const) {
    execFileSync('mkdir', ['-p', join(root, path)])
    execFileSync('mount', ['-t', type, type, join(root, path)])
  }
}

/** Makes the machine, with the repository's last commit where `git clone` would put it. */
function install(root: string): void {
  say('an empty Debian')
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', root, 'http://deb.debian.org/debian'], {
    stdio: 'pipe',
  })
  mountSystem(root)
  say('Node 24 and npm')
  cpSync(process.execPath, join(root, 'usr/local/bin/node'))
  const npm = dirname(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())))
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  shell(root, 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm')
  cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
  writeFileSync(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const { NODE_EXTRA_CA_CERTS: ownAuthority } = process.env
  if (ownAuthority) cpSync(ownAuthority, join(root, 'usr/local/share/registry.crt'))
  const bundle = join(root, 'srv/nerdify.bundle')
  execFileSync('git', ['-C', repository, 'bundle', 'create', bundle, 'HEAD'], { stdio: 'pipe' })
  for (const block of documentedBlocks().slice(0, 2)) follow(root, block)
}

/** Writes what `setup` would ask for, and the names that a DNS would know. */
function configure(root: string): void {
  const environment = {
    ...origins,
    NODE_ENV: 'production',
    TRUST_PROXY: '1',
    AUTH_SECRET: secret(),
    OPERATIONS_TOKEN: secret(),
    STRIPE_SECRET_KEY: `sk_test_${secret()}`,
    STRIPE_PUBLISHABLE_KEY: `pk_test_${secret()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${secret()}`,
    SMS_API_BASE: 'https://texts.test',
    SMS_ACCOUNT_SID: `AC${secret()}`,
    SMS_AUTH_TOKEN: secret(),
    SMS_FROM: '+14155550100',
    SMS_FROM_CANADA: '+16135550100',
    SMS_FROM_AUSTRALIA: '+61480000100',
    SMTP_HOST: 'mail.nerdify.test',
    SMTP_PORT: '4025',
    MAIL_FROM: 'Nerdify <hello@nerdify.test>',
    SUPPORT_EMAIL: 'support@nerdify.test',
    COMPANY_TIMEZONE: 'America/New_York',
    RESTRICTED_REGIONS: 'none',
    MESSENGER_URL: 'https://m.me/nerdify',
    NODE_EXTRA_CA_CERTS: '/usr/local/share/caddy.crt',
  }
  const lines = Object.entries(environment).map(([name, value]) => `${name}="${value}"\n`)
  appendFileSync(join(root, 'opt/nerdify/.env'), lines.join(''))
  const names = [...Object.values(origins).map((url) => new URL(url).host), ...providers, 'mail.nerdify.test']
  appendFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost ${names.join(' ')}\n`)
  const caddyfile = readFileSync(join(root, 'etc/caddy/Caddyfile'), 'utf8')
  const stand = providers.map((name) => `${name} {\n\treverse_proxy 127.0.0.1:4000\n}\n`).join('')
  writeFileSync(join(root, 'etc/caddy/Caddyfile'), `{\n\tlocal_certs\n\tskip_install_trust\n}\n${caddyfile}${stand}`)
}

/** Waits for a condition in the machine. */
async function until(root: string, what: string, script: string): Promise<void> {
  for (const end = Date.now() + 180_000; ; await pause(1000)) {
    const { status } = spawnSync('chroot', [root, 'bash', '-c', script], { stdio: 'ignore' })
    if (status === 0) break
    if (Date.now() > end) throw new Error(`${what}: not within three minutes`)
  }
  say(what)
}

/** Starts a program that stays; the end of the namespace ends it. */
function start(root: string, user: string, script: string): void {
  const child = spawn('chroot', [root, 'runuser', '-u', user, '--', 'bash', '-c', `set -a; ${script}`], {
    env: { PATH: '/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin', HOME: '/srv' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  child.unref()
}

/** The command of a unit. */
const commandOf = (unit: string) =>
  /^ExecStart=(.*)$/m.exec(readFileSync(join(repository, 'deploy', unit), 'utf8'))?.[1] ?? ''

/** One line for each table that holds rows: its name and how many. */
const books = (root: string, database: string) =>
  shell(
    root,
    `psql -AtX ${database} -c "select format('select %L, count(*) from %I', tablename, tablename) from pg_tables where schemaname = 'public' and tablename in ('applied_migration', 'ledger_entry', 'client_order', 'staff', 'price_table') order by 1" | psql -AtX ${database} | sort`,
    'postgres',
  )

/** Runs the machine and plays the afternoon; in namespaces of its own, so that nothing stays behind. */
async function live(root: string): Promise<void> {
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  mountSystem(root)
  // Another server of this computer may have had the port at the installation.
  shell(root, "sed -i 's/^port = .*/port = 5432/' /etc/postgresql/*/main/postgresql.conf")
  for (const block of documentedBlocks().slice(2)) follow(root, block)
  configure(root)
  const asProduct = (command: string) => shell(root, `cd /opt/nerdify; set -a; . ./.env; ${command}`, 'nerdify')
  start(
    root,
    'root',
    'XDG_DATA_HOME=/var/lib/caddy/.local/share exec caddy run --config /etc/caddy/Caddyfile 2>/var/log/caddy.log',
  )
  await until(root, "Caddy's own authority", `test -s ${authority}`)
  shell(root, `install -m 644 ${authority} /usr/local/share/caddy.crt`)
  start(
    root,
    'nerdify',
    `cd /opt/nerdify; . ./.env; DATA_DIR=/tmp STRIPE_WEBHOOK_URL=${site}/webhooks/stripe SMS_REPLY_URL=${site}/webhooks/sms AUTOPILOT=off SANDBOX_TEST_CONTROLS=off exec node apps/sandbox/src/main.ts`,
  )
  start(root, 'nerdify', `cd /opt/nerdify; . ./.env; exec ${commandOf('nerdify.service')} >/tmp/product.log`)
  const ask = (path: string) => `curl -fsS --cacert /usr/local/share/caddy.crt ${path}`
  await until(root, 'the site is ready over HTTPS', ask(`${site}/readyz`))
  say('ops staff invite')
  asProduct('node tools/operations.ts staff invite owner@nerdify.test --role owner')
  await until(
    root,
    'the invitation reached the mail server',
    `curl -fsS 127.0.0.1:4000/mailbox | grep -q owner@nerdify.test`,
  )
  say('the nightly backup')
  asProduct(commandOf('nerdify-backup.service'))
  const before = books(root, 'nerdify')
  say('restore into a second place')
  shell(root, 'createdb --owner nerdify second', 'postgres')
  asProduct(
    'DATABASE_URL="${DATABASE_URL%/nerdify}/second" DATA_DIR=/tmp/second node tools/restore.ts "$(ls /var/backups/nerdify/*.tar.gz | tail -1)"',
  )
  const after = books(root, 'second')
  if (before !== after) throw new Error(`the books differ after a restore:\n${before}\n${after}`)
  say(`equal: ${before.trim().replaceAll('\n', ', ')}`)
  const { stdout } = spawnSync(
    'chroot',
    [
      root,
      'runuser',
      '-u',
      'nerdify',
      '--',
      'bash',
      '-c',
      'cd /opt/nerdify; set -a; . ./.env; exec node apps/api/src/doctor.ts',
    ],
    { encoding: 'utf8' },
  )
  print(stdout)
}

/** What runs in namespaces of its own: nothing of it outlives its end, and `live` reaches no network. */
const stages: Readonly<
  Record<string, { play: (root: string) => void | Promise<void>; namespaces: readonly string[] }>
> = {
  '--install': { play: install, namespaces: [] },
  '--live': { play: live, namespaces: ['--net'] },
}

await runCommand(async () => {
  const [first = '', second = ''] = process.argv.slice(2)
  const stage = stages[first]
  if (stage !== undefined) {
    await stage.play(second)
    return 0
  }
  if (process.getuid?.() !== 0 || !existsSync('/usr/sbin/debootstrap')) {
    throw new Refusal('The rehearsal needs root and Debian’s debootstrap (apt-get install debootstrap).')
  }
  const root = first || mkdtempSync(join(tmpdir(), 'nerdify-debian-'))
  try {
    for (const [name, { namespaces }] of Object.entries(stages)) {
      const isolated = ['--mount', '--pid', '--fork', '--kill-child', ...namespaces]
      const command = [process.execPath, import.meta.filename, name, root]
      const { status } = spawnSync('unshare', [...isolated, ...command], { stdio: 'inherit' })
      if (status !== 0) return 1
    }
    return 0
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
})
