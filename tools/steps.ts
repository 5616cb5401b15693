import { availableParallelism } from 'node:os'

/** The result of a step. */
export interface StepResult {
  passed: number
  failed: number
  /** Skipped tests. */
  skipped?: number
  /** How many of the results are tests rather than checks. */
  tests?: number
  /** Shown if something failed. */
  output?: string
  /** A short remark after the figures. */
  note?: string
  /** Why the whole step did not run. */
  skippedBecause?: string
}

/** A step of a run, with its name for people. */
export type Step = { name: string; run: () => Promise<StepResult> }

/** A finished step. */
export type FinishedStep = StepResult & { name: string; tookMs: number }

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** One line about a finished step: a mark, its name, figures, time. */
function summary({ name, passed, failed, skipped = 0, note, skippedBecause, tookMs }: FinishedStep) {
  if (skippedBecause) return `! ${name.padEnd(24)} SKIPPED: ${skippedBecause}`
  const figures = [`${passed} passed`]
  if (failed > 0) figures.push(`${failed} FAILED`)
  if (skipped > 0) figures.push(`${skipped} SKIPPED`)
  if (note) figures.push(note)
  return `${failed > 0 ? '✗' : '✓'} ${name.padEnd(24)} ${figures.join(', ').padEnd(28)} ${seconds(tookMs)}`
}

interface RunOptions {
  /** Shows one line. */
  say: (line: string) => void
  /** Called as each step ends. */
  onEnd?: (step: FinishedStep) => void
  /** Once aborted, no further step begins. */
  signal?: AbortSignal
}

/** Runs one step to its end; an unexpected error counts as one failure. */
async function runStep({ name, run }: Step, { say, onEnd }: RunOptions): Promise<FinishedStep> {
  say(`· ${name} …`)
  const begun = performance.now()
  let result: StepResult
  try {
    result = await run()
  } catch (error) {
    result = { passed: 0, failed: 1, output: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  const step = { ...result, name, tookMs: performance.now() - begun }
  if (step.failed > 0 && step.output) say(`${step.output.trimEnd()}\n`)
  say(summary(step))
  onEnd?.(step)
  return step
}

/** The number of parallel steps: each waits half of its time for a database, a page or a process to start. */
const mostInParallel = 2 * availableParallelism()

/** Runs steps in parallel; when one ends, the next begins. */
async function runInParallel(steps: readonly Step[], options: RunOptions): Promise<FinishedStep[]> {
  const finished: FinishedStep[] = []
  const waiting = [...steps]
  const runNext = async (): Promise<void> => {
    const step = waiting.shift()
    if (step === undefined) return
    finished.push(await runStep(step, options))
    return runNext()
  }
  await Promise.all(Array.from({ length: mostInParallel }, runNext))
  return finished
}

/**
 * Runs steps in sequence, and those of an inner list in parallel, in their order. A failed step hides no other, and its
 * output is shown. The last line is only "N passed, N failed".
 *
 * @returns exit code 1 if anything failed, if an aborted run skipped steps, or if no test ran
 */
export async function runSteps(steps: readonly (Step | readonly Step[])[], options: RunOptions): Promise<number> {
  const { say, signal } = options
  const finished: FinishedStep[] = []
  const begun = performance.now()
  for (const next of steps) {
    if (signal?.aborted) break
    finished.push(...(await runInParallel([next].flat(), options)))
  }

  const sum = (key: 'passed' | 'failed' | 'tests') => finished.reduce((total, step) => total + (step[key] ?? 0), 0)
  say('')
  for (const step of finished) say(summary(step))
  say(`  ${'all'.padEnd(24)} ${''.padEnd(28)} ${seconds(performance.now() - begun)}`)
  const broken = finished.length < steps.flat().length
  if (broken) say('The run was broken off.')
  else if (sum('tests') === 0) say('No test ran.')
  say(`${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') > 0 || broken || sum('tests') === 0 ? 1 : 0
}
