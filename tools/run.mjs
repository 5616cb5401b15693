/**
 * `node tools/run.mjs [--bare] PROGRAM …`: runs a TypeScript program of this repository on Node 24 with the remaining
 * arguments, forwards signals and exits with its code. It starts on Node 20.19 and installs missing packages; for a
 * bare program, which needs no package, only if there is no Node 24.
 */
import { spawn } from 'node:child_process'
import {
  childEnvironment,
  findNode24,
  installPackages,
  needNode24,
  refuseOldNode,
  repositoryRoot,
  runCommand,
} from './bootstrap.mjs'

/** The polling interval for the parent process. */
const lookForParentMs = 300

await runCommand(async () => {
  const { ppid } = process
  refuseOldNode(process.version)
  const isBare = process.argv[2] === '--bare'
  const [program = '', ...words] = process.argv.slice(isBare ? 3 : 2)
  if (!(isBare && findNode24(repositoryRoot))) installPackages(repositoryRoot)
  const node = needNode24(repositoryRoot)
  const child = spawn(node, [program, ...words], {
    cwd: repositoryRoot,
    env: childEnvironment(repositoryRoot, node, process.env),
    stdio: 'inherit',
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  // npm does not forward a signal to its scripts, so they end when npm does.
  const parentWatch = setInterval(() => {
    if (!process.env['npm_lifecycle_event'] || process.ppid === ppid) return
    clearInterval(parentWatch)
    child.kill('SIGTERM')
  }, lookForParentMs)
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearInterval(parentWatch)
      resolve(code ?? 1)
    })
  })
})
