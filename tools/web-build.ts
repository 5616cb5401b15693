import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { Refusal } from './bootstrap.mjs'

/** The inputs of the built pages, apart from the locked packages. */
const inputFolders = ['apps/web', 'apps/desk', 'packages']
const inputFiles = ['package-lock.json', 'tsconfig.base.json']

/** Folders without inputs: outputs, packages (the lock file represents them) and hidden folders. */
const ignoredFolders = /^(dist|node_modules|storybook-static|test-results|\..*)$/

/** Tests, stories and documents, which never reach the built pages. */
const ignoredFiles = /\.(test|stories)\.\w+$|\.md$/

/** Absolute paths of the inputs in a folder, sorted alike on every machine. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return ignoredFolders.test(entry.name) ? [] : filesIn(path)
      return ignoredFiles.test(entry.name) ? [] : [path]
    })
}

/**
 * The SHA-256 of all inputs of the built web app.
 *
 * @param root absolute path of the repository
 */
function inputsHash(root: string) {
  const hash = createHash('sha256')
  const files = [
    ...inputFolders.flatMap((folder) => filesIn(join(root, folder))),
    ...inputFiles.map((file) => join(root, file)),
  ]
  for (const file of files) {
    const content = readFileSync(file)
    hash.update(`${relative(root, file).split(sep).join('/')}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

const stampOf = (root: string) => join(root, '.cache', 'web-build.sha256')

/**
 * Whether the built web app matches the current sources.
 *
 * @param root absolute path of the repository
 */
export function isWebBuilt(root: string) {
  const stamp = stampOf(root)
  return (
    ['apps/web/dist', 'apps/desk/dist'].every((folder) => existsSync(join(root, folder))) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === inputsHash(root)
  )
}

/**
 * Builds the web app and the desk: client, prerendered pages, and the sizes of their JavaScript against the budgets.
 *
 * @param root absolute path of the repository
 * @returns whether all builds succeeded, and their output
 */
export function buildWeb(root: string): { ok: boolean; output: string } {
  const stamp = stampOf(root)
  // If the build is interrupted or its sources change during it, the next start builds again: the stamp is missing or
  // old.
  rmSync(stamp, { force: true })
  const inputs = inputsHash(root)
  const builds = ['apps/web/build.ts', 'apps/desk/build.ts'].map((script) =>
    spawnSync(process.execPath, [script], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  const ok = builds.every(({ status }) => status === 0)
  if (ok) {
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, inputs)
  }
  const output = builds.map(({ stdout, stderr }) => stdout + stderr).join('')
  // The bundler colors its output regardless of its options.
  return { ok, output: process.stdout.isTTY ? output : stripVTControlCharacters(output) }
}

/**
 * Builds the web app if its inputs changed since the last build.
 *
 * @param root absolute path of the repository
 * @param say shows progress and, after a build, the budgets
 * @throws {Refusal} if the build fails
 */
export function ensureWebBuilt(root: string, say: (text: string) => void) {
  if (isWebBuilt(root)) return
  say('Building the web app …\n')
  const { ok, output } = buildWeb(root)
  say(output)
  if (!ok) throw new Refusal('The web app could not be built; see the reason above.')
}
