/**
 * `node tools/run.mjs PROGRAM …`: runs a program of this repository, TypeScript as it stands, on Node 24 with the words
 * behind it, and ends with its exit code. It starts on Node 20.19, installs what is missing, and shares the data directory
 * with `npm start`.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { childEnvironment } from './child-environment.mjs'
import { installPackages } from './install.mjs'
import { findNode24, refuseOldNode } from './node24.mjs'
import { runCommand } from './refusal.mjs'
import { repositoryRoot } from './repository-root.mjs'
import { dataDirectoryOf } from './start-settings.mjs'

await runCommand(async () => {
  const [program = '', ...words] = process.argv.slice(2)
  refuseOldNode(process.version)
  installPackages(repositoryRoot, (text) => process.stdout.write(text))
  const node = findNode24(repositoryRoot)
  const run = spawnSync(node, [join(repositoryRoot, program), ...words], {
    cwd: repositoryRoot,
    env: {
      ...childEnvironment(repositoryRoot, node, process.env),
      DATA_DIR: dataDirectoryOf(repositoryRoot, process.env),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return run.status ?? 1
})
