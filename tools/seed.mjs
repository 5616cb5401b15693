/** `npm run seed -- <scenario>`: fills the database with data to try the product with; `--help` lists the scenarios. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { childEnvironment } from './child-environment.mjs'
import { installPackages } from './install.mjs'
import { findNode24, refuseOldNode } from './node24.mjs'
import { runCommand } from './refusal.mjs'
import { repositoryRoot } from './repository-root.mjs'
import { dataDirectoryOf } from './start-settings.mjs'

await runCommand(async () => {
  refuseOldNode(process.version)
  installPackages(repositoryRoot, (text) => process.stdout.write(text))
  const node = findNode24(repositoryRoot)
  const scenario = join(repositoryRoot, 'apps/api/src/database/scenarios/run-scenario.ts')
  const run = spawnSync(node, [scenario, ...process.argv.slice(2)], {
    cwd: repositoryRoot,
    env: {
      ...childEnvironment(repositoryRoot, node, process.env),
      DATA_DIR: dataDirectoryOf(repositoryRoot, process.env),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return run.status ?? 1
})
