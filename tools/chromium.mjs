import { spawnSync } from 'node:child_process'
import { installDebianPackages, mayInstallDebianPackages } from './debian.mjs'
import { findOnPath } from './find-program.mjs'
import { toolScript } from './tool-scripts.mjs'

/** The one without windows first: it draws the same and spends an eighth less. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** @param {NodeJS.ProcessEnv} environment */
const findChromium = (environment) => names.map((name) => findOnPath(name, environment)).find(Boolean)

/**
 * The browser for stories and journeys: the one of CHROMIUM_PATH, the system's, one installed from Debian, or
 * Playwright's own.
 *
 * @param {object} how
 * @param {string} how.root absolute path of the repository
 * @param {string} how.node absolute path of Node 24
 * @param {NodeJS.ProcessEnv} how.environment
 * @param {(text: string) => void} how.say shows progress
 * @returns {string | undefined} absolute path; undefined for Playwright's own, which Playwright finds itself
 */
export function provideChromium({ root, node, environment, say }) {
  const found = environment['CHROMIUM_PATH'] || findChromium(environment)
  if (found) return found
  if (mayInstallDebianPackages() && installDebianPackages(['chromium-headless-shell'], say))
    return findChromium(environment)
  say("Installing Playwright's own Chromium …\n")
  spawnSync(node, [toolScript(root, 'playwright'), 'install', 'chromium'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return undefined
}
