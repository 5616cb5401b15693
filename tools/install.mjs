import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from './refusal.mjs'

/** @typedef {{ version?: string, optional?: boolean }} LockedPackage */

/**
 * What a lock file of npm holds, by folder ("node_modules/pg"); undefined when there is none or it cannot be read.
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
 * Whether node_modules holds what package-lock.json asks for. npm writes its own record of what it installed as the last
 * act of an installation, so a broken off installation counts as none, and one by hand counts as well as ours.
 * Optional packages may be missing: they belong to other platforms.
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
 * Installs the locked packages when node_modules is missing or package-lock.json asks for others.
 *
 * @param {string} root absolute path of the repository
 * @param {(text: string) => void} say shows progress
 */
export function installPackages(root, say) {
  if (isInstalled(root)) return
  say('Installing the packages of package-lock.json, about half a minute …\n')
  // The web app is built on this machine, so packages for development are wanted with NODE_ENV=production too.
  const installation = spawnSync('npm', ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (installation.status !== 0) {
    throw new Refusal(
      'npm ci could not install the packages; its message stands above, and the network may be missing.',
    )
  }
}
