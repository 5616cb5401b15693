import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { childEnvironment } from './child-environment.mjs'
import { installPackages } from './install.mjs'
import { findNode24, refuseOldNode } from './node24.mjs'
import { runCommand } from './refusal.mjs'
import { repositoryRoot } from './repository-root.mjs'
import { dataDirectoryOf } from './start-settings.mjs'

/**
 * Runs a program of the product on Node 24 with the words of this command, and ends with its exit code. It shares the data
 * directory with `npm start`.
 *
 * @param {string} program a path from the root of the repository
 */
export function runProgram(program) {
  return runCommand(async () => {
    refuseOldNode(process.version)
    installPackages(repositoryRoot, (text) => process.stdout.write(text))
    const node = findNode24(repositoryRoot)
    const run = spawnSync(node, [join(repositoryRoot, program), ...process.argv.slice(2)], {
      cwd: repositoryRoot,
      env: {
        ...childEnvironment(repositoryRoot, node, process.env),
        DATA_DIR: dataDirectoryOf(repositoryRoot, process.env),
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    return run.status ?? 1
  })
}
