/**
 * Runs the tests that reach a faulty file, fault by fault: a child of planted-faults.ts, which kills it if a fault
 * makes a test hang.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import { repositoryRoot } from '../bootstrap.mjs'
import { type Fault, withFault } from './faults.ts'

/** The tests that can detect a fault: units by their imports, API tests by groups of path patterns, closest first. */
export interface FaultRun {
  faults: readonly (Fault & { groups?: readonly (readonly string[])[] })[]
  include: readonly string[]
  exclude: readonly string[]
  /** Each fault needs a new product, and an unused sandbox. */
  globalSetup: readonly string[]
}

/** The child's messages: the baseline without a fault, then each fault. */
export type FaultNews = { failed: string | null } | { fault: number; seenBy: string | null }

let planted: Fault | undefined

const plant = {
  name: 'planted-fault',
  enforce: 'pre',
  load: (id: string) =>
    planted !== undefined && id === join(repositoryRoot, planted.file)
      ? withFault(readFileSync(id, 'utf8'), planted)
      : undefined,
} as const

const start = ({ include, exclude, globalSetup }: FaultRun): Promise<Vitest> =>
  createVitest(
    'test',
    {
      root: repositoryRoot,
      config: false,
      watch: false,
      include: [...include],
      exclude: ['**/node_modules/**', ...exclude],
      globalSetup: [...globalSetup],
      provide: { scenarioFiles: [] },
      setupFiles: [join(import.meta.dirname, 'same-random-cases.ts')],
      pool: 'threads',
      isolate: false,
      maxWorkers: 1,
      fileParallelism: false,
      bail: 1,
      reporters: [{}],
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 50_000 } },
      // The cache would return the file on the disk.
      fsModuleCache: false,
    },
    { plugins: [plant] },
  )

/** The tests that import a file, in groups by distance, closest first; Vite has loaded all of them. */
function importersOf(vitest: Vitest, file: string, tests: readonly TestSpecification[]): TestSpecification[][] {
  const graphs = vitest.projects.flatMap(({ vite }) =>
    Object.values(vite.environments).map(({ moduleGraph }) => moduleGraph),
  )
  const importers = (path: string) =>
    graphs
      .flatMap((graph) => [...(graph.getModulesByFile(path) ?? [])])
      .flatMap((module) => [...module.importers].flatMap((importer) => importer.file ?? []))
  const groups: TestSpecification[][] = []
  const found = new Set<string>()
  for (let level = [join(repositoryRoot, file)]; level.length > 0; ) {
    level = [...new Set(level.flatMap(importers))].filter((path) => !found.has(path))
    for (const path of level) found.add(path)
    groups.push(tests.filter(({ moduleId }) => level.includes(moduleId)))
  }
  return groups.filter((group) => group.length > 0)
}

/** The first test file that fails. */
async function firstFailure(vitest: Vitest, groups: readonly TestSpecification[][]): Promise<string | null> {
  for (const group of groups) {
    // A failure of the previous run would end this one at once.
    vitest.state.idMap.clear()
    vitest.state.filesMap.clear()
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(group)
    const failed = testModules.find((module) => module.state() === 'failed')
    if (failed !== undefined) return failed.relativeModuleId
    if (unhandledErrors.length > 0) return String(unhandledErrors[0])
  }
  return null
}

const tell = (news: FaultNews) => process.send?.(news)

async function runUnits(run: FaultRun): Promise<void> {
  const vitest = await start(run)
  const tests = await vitest.globTestSpecifications()
  tell({ failed: await firstFailure(vitest, [tests]) })
  for (const [at, fault] of run.faults.entries()) {
    planted = fault
    vitest.invalidateFile(join(repositoryRoot, fault.file))
    tell({ fault: at, seenBy: await firstFailure(vitest, importersOf(vitest, fault.file, tests)) })
    vitest.invalidateFile(join(repositoryRoot, fault.file))
  }
  await vitest.close()
}

async function runWithProduct(run: FaultRun): Promise<void> {
  const seenBy = async (groups: readonly (readonly string[])[]) => {
    const vitest = await start(run)
    try {
      const found = await Promise.all(groups.map((paths) => vitest.globTestSpecifications([...paths])))
      const known = new Set<string>()
      const tests = found.map((group) => group.filter(({ moduleId }) => !known.has(moduleId) && known.add(moduleId)))
      return await firstFailure(
        vitest,
        tests.filter((group) => group.length > 0),
      )
    } finally {
      await vitest.close()
    }
  }
  tell({ failed: await seenBy([['payments/ledger']]) })
  for (const [at, fault] of run.faults.entries()) {
    planted = fault
    tell({ fault: at, seenBy: await seenBy(fault.groups ?? []) })
  }
}

process.once('message', async (run: FaultRun) => {
  await (run.globalSetup.length === 0 ? runUnits(run) : runWithProduct(run))
  process.disconnect()
})
