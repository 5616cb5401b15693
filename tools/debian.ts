import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Whether this is Debian itself and we may install packages on it. */
export function mayInstallDebianPackages() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false
  return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

/**
 * Installs Debian packages without merely recommended ones.
 *
 * @param say shows progress
 * @returns whether it worked
 */
export function installDebianPackages(packages: readonly string[], say: (text: string) => void): boolean {
  say(`Installing ${packages.join(', ')} with apt-get …\n`)
  const apt = (...args: readonly string[]) =>
    spawnSync('apt-get', ['-q', '-y', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    }).status === 0
  return apt('update') && apt('install', '--no-install-recommends', ...packages)
}
