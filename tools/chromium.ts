import { spawnSync } from 'node:child_process'
import { repositoryRoot } from './bootstrap.mjs'
import { installDebianPackages, mayInstallDebianPackages } from './debian.ts'
import { findOnPath } from './find-program.ts'
import { toolScript } from './tool-scripts.ts'

/** The headless shell comes first: it renders the same with an eighth less work. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const findChromium = (environment: NodeJS.ProcessEnv) =>
  names.map((name) => findOnPath(name, environment)).find(Boolean)

/**
 * Provides the browser for stories and journeys: from CHROMIUM_PATH, the system, a Debian package, or Playwright.
 *
 * @param say shows progress
 * @returns absolute path; undefined for Playwright's own, which Playwright finds itself
 */
export function provideChromium(environment: NodeJS.ProcessEnv, say: (text: string) => void): string | undefined {
  const found = environment['CHROMIUM_PATH'] || findChromium(environment)
  if (found) return found
  if (mayInstallDebianPackages() && installDebianPackages(['chromium-headless-shell'], say))
    return findChromium(environment)
  say("Installing Playwright's own Chromium …\n")
  spawnSync(process.execPath, [toolScript('playwright'), 'install', 'chromium'], {
    cwd: repositoryRoot,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return undefined
}
