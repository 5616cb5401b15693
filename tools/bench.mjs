/** `npm run bench`: runs each measurement of bench/, one after the other. */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { childEnvironment } from './child-environment.mjs'
import { installPackages } from './install.mjs'
import { findNode24, refuseOldNode } from './node24.mjs'
import { runCommand } from './refusal.mjs'
import { repositoryRoot } from './repository-root.mjs'

await runCommand(async () => {
  refuseOldNode(process.version)
  installPackages(repositoryRoot, (text) => process.stdout.write(text))
  const node = findNode24(repositoryRoot)
  const measurements = readdirSync(join(repositoryRoot, 'bench')).filter((file) => file.endsWith('.bench.ts'))
  if (measurements.length === 0) console.log('There is no measurement in bench/ yet.')
  const failed = measurements.filter((file) => {
    const run = spawnSync(node, [join('bench', file)], {
      cwd: repositoryRoot,
      env: childEnvironment(repositoryRoot, node, process.env),
      stdio: 'inherit',
    })
    return run.status !== 0
  })
  for (const file of failed) console.error(`bench/${file} failed.`)
  return failed.length > 0 ? 1 : 0
})
