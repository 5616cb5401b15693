/**
 * The product under `npm run dev`: as main.ts, but saved modules, and those that import them, are reloaded within the
 * process, so that the database stays open (DEV-02).
 *
 * Its parent sends `{ changed: paths }` and gets `{ listening }` or `{ failure }`. It exits with code 75, to be
 * restarted, when the saved file is one that the open database was built from.
 */
import { createServer, createServerModuleRunner } from 'vite'
import { repositoryRoot } from './bootstrap.mjs'
import { mustBeginAnew } from './service.ts'

const api = `${repositoryRoot}/apps/api/src`

const vite = await createServer({
  root: repositoryRoot,
  configFile: false,
  logLevel: 'silent',
  appType: 'custom',
  server: { middlewareMode: true, ws: false, watch: null },
  environments: { ssr: { resolve: { noExternal: [/^@nerdify\//] } } },
})
const { ssr } = vite.environments
const runner = createServerModuleRunner(ssr, { hmr: false })

type Settings = typeof import('../apps/api/src/settings.ts')
type Serving = typeof import('../apps/api/src/serve.ts')
const loadSettings = (): Promise<Settings> => runner.import(`${api}/settings.ts`)
const loadServing = (): Promise<Serving> => runner.import(`${api}/serve.ts`)

/**
 * Forgets the modules of these files, and those that import them.
 *
 * @returns the files whose modules are forgotten
 */
function forget(paths: readonly string[]) {
  const forgotten = new Set<string | null>()
  const { evaluatedModules } = runner
  const left = paths.flatMap((path) => {
    ssr.moduleGraph.onFileChange(path)
    return [...(evaluatedModules.getModulesByFile(path) ?? [])]
  })
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (forgotten.has(node.file)) continue
    forgotten.add(node.file)
    left.push(...[...node.importers].flatMap((id) => evaluatedModules.getModuleById(id) ?? []))
    evaluatedModules.invalidateModule(node)
  }
  return forgotten
}

process.umask(0o077)
const { readSettings } = await loadSettings()
const { openDatabase, openGeo } = await loadServing()
const settings = readSettings(process.env)
const database = await openDatabase(settings, () => process.kill(process.pid, 'SIGKILL'))

let served: Awaited<ReturnType<Serving['serve']>> | undefined

async function serve() {
  const serving = await loadServing()
  // It outlives the product that was made with it.
  const kept = { ...database, close: () => Promise.resolve() }
  served = await serving.serve(settings, { database: kept, geo: openGeo(settings) })
  return served.listening
}

async function stop() {
  const ending = served
  served = undefined
  await ending?.stop()
}

async function reload(changed: readonly string[]) {
  const forgotten = forget(changed)
  if (forgotten.has(`${api}/database/connect.ts`) || changed.some((path) => path.endsWith('.sql')))
    return end(mustBeginAnew)
  await stop()
  try {
    process.send?.({ listening: await serve() })
  } catch (error) {
    process.send?.({ failure: (error as Error).stack })
  }
}

async function end(exitCode: number) {
  await stop()
  await database.close()
  process.exit(exitCode)
}

/** One after the other. */
let turn = Promise.resolve()
process.on('message', ({ changed }: { changed: string[] }) => {
  turn = turn.then(() => reload(changed))
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    turn = turn.then(() => end(0))
  })
}
// Whoever began it is gone.
process.once('disconnect', () => void end(0))
process.stdout.write(`${JSON.stringify({ listening: await serve() })}\n`)
