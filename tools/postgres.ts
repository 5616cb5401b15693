import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { runChild } from './child-run.ts'
import { installDebianPackages, mayInstallDebianPackages } from './debian.ts'
import { findOnPath } from './find-program.ts'
import { freePort } from './ports.ts'

/** Debian's folder, with a subfolder per server version. */
const debianServers = '/usr/lib/postgresql'

/** The folder with the newest PostgreSQL server's programs on this machine; undefined if there is none. */
export function findServerPrograms(environment: NodeJS.ProcessEnv) {
  const versions = existsSync(debianServers) ? readdirSync(debianServers) : []
  const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one))
  const debian = newestFirst
    .map((version) => join(debianServers, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
  const onPath = findOnPath('initdb', environment)
  return debian ?? (onPath && dirname(onPath))
}

/**
 * The folder with a PostgreSQL server's programs; installs Debian's if they are missing and we may.
 *
 * @param say shows progress
 * @returns undefined if there is none
 */
export function provideServerPrograms(environment: NodeJS.ProcessEnv, say: (text: string) => void): string | undefined {
  const found = findServerPrograms(environment)
  if (found || !mayInstallDebianPackages()) return found
  // Debian would start its own server at once; we need only the programs.
  mkdirSync('/etc/postgresql-common', { recursive: true })
  if (!existsSync('/etc/postgresql-common/createcluster.conf')) {
    writeFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n')
  }
  installDebianPackages(['postgresql'], say)
  return findServerPrograms(environment)
}

/**
 * PostgreSQL refuses to run as root; Debian's package creates a user for it.
 *
 * @returns undefined if it may run as our user, or there is no such user
 */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  const user = { uid: id('-u'), gid: id('-g') }
  return user.uid > 0 ? user : undefined
}

/** A running PostgreSQL server. */
export interface PostgresServer {
  url: string
  /** Shuts it down and removes its files. */
  stop(): Promise<void>
}

interface PostgresOptions {
  /** By default a free one. */
  port?: number
  /** Address of the primary that this server follows, as a standby that may be promoted. */
  standbyOf?: string
  /** Further settings of the server. */
  settings?: Record<string, string>
}

/**
 * Starts a temporary PostgreSQL on this machine with fsync and a random password (a standby has its primary's).
 *
 * @param programs folder with initdb and postgres
 */
export async function startPostgres(
  programs: string,
  environment: NodeJS.ProcessEnv,
  { port: wantedPort, standbyOf, settings }: PostgresOptions = {},
): Promise<PostgresServer> {
  const user = serverUser()
  const folder = mkdtempSync(join(tmpdir(), 'nerdify-postgres-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const data = join(folder, 'data')
  const password = standbyOf === undefined ? randomBytes(18).toString('hex') : new URL(standbyOf).password
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid)

  // The server's messages are parsed below, so their language is fixed.
  const spawnOptions = { cwd: folder, env: { ...environment, LC_ALL: 'C', HOME: folder }, ...user }
  const [maker, ...makerOptions] =
    standbyOf === undefined
      ? ['initdb', '-D', data, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile, '-E', 'UTF8']
      : ['pg_basebackup', '-D', data, '-d', standbyOf, '--write-recovery-conf', '--checkpoint=fast']
  const cluster = await runChild(join(programs, maker as string), makerOptions, spawnOptions)
  if (cluster.code !== 0) {
    remove()
    throw new Error(`${maker} failed:\n${cluster.output}`)
  }

  const port = wantedPort ?? (await freePort())
  const options = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    fsync: 'on',
    ...settings,
  }
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...spawnOptions, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended: Promise<void> = new Promise((resolve) => {
    server.once('error', () => resolve())
    server.once('close', () => resolve())
  })
  // Whatever ends this process, no server stays behind; at SIGINT PostgreSQL shuts down fast.
  const endWithUs = () => server.kill('SIGINT')
  process.once('exit', endWithUs)
  const stop = async () => {
    process.off('exit', endWithUs)
    server.kill('SIGINT')
    await ended
    remove()
  }

  let output = ''
  const ready: Promise<boolean> = new Promise((resolve) => {
    createInterface({ input: server.stderr }).on('line', (line) => {
      if (output.length < 10_000) output += `${line}\n`
      if (/ready to accept (read-only )?connections/.test(line)) resolve(true)
    })
    void ended.then(() => resolve(false))
  })
  if (!(await ready)) {
    await stop()
    throw new Error(`PostgreSQL did not start:\n${output}`)
  }
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop }
}
