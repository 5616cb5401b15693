import { appendFileSync } from 'node:fs'

/** A line of the table: the measurement, its value, and its budget, if any, with the verdict. */
export interface Row {
  what: string
  budget?: string
  met?: boolean
  measured: string
}

/** A budget: the maximum or minimum in a unit. */
type Budget = { most: number; unit: string } | { least: number; unit: string }

/**
 * Adds a line to the table of this run (tools/bench.ts prints it); the budget applies to `value`, `measured` has
 * details.
 */
export function addRow(row: { what: string; measured: string; value?: number; budget?: Budget }): void {
  const { what, measured, value, budget } = row
  const line: Row = { what, measured }
  if (budget !== undefined && value !== undefined) {
    line.budget = `${'most' in budget ? budget.most : `at least ${budget.least}`} ${budget.unit}`.trim()
    line.met = 'most' in budget ? value <= budget.most : value >= budget.least
  }
  const file = process.env.BENCH_ROWS
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`)
  console.log(`  ${what}: ${measured}${line.met === false ? `  (over ${line.budget})` : ''}`)
}

/** The median of several rounds, with minimum and maximum. */
export interface Measured {
  median: number
  least: number
  most: number
}

/** The quantile of some numbers: 0.5 is the median. */
export const quantileOf = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.round(share * (values.length - 1))] as number

/** The median of some numbers, with their range. */
export const medianOf = (values: readonly number[]): Measured => ({
  median: quantileOf(values, 0.5),
  least: quantileOf(values, 0),
  most: quantileOf(values, 1),
})

/** The ratio of a measurement to its baseline, round by round. */
export const ratioOf = (values: readonly number[], baseline: readonly number[]): Measured =>
  medianOf(values.map((value, round) => value / (baseline[round] as number)))

/** "1.04 × (1.01–1.10)" */
export const shown = ({ median, least, most }: Measured, unit: string, digits = 0): string =>
  `${median.toFixed(digits)} ${unit} (${least.toFixed(digits)}–${most.toFixed(digits)})`

/**
 * Measures several things in alternation, so that other load on the machine affects all of them alike. Every second
 * round runs backwards. Returns the rounds' values for each, after a warm-up round.
 */
export async function interleaved<Name extends string, Value>(
  rounds: number,
  things: Partial<Record<Name, () => Promise<Value>>>,
): Promise<Partial<Record<Name, Value[]>>> {
  const all = Object.entries(things) as [Name, () => Promise<Value>][]
  const measured: Partial<Record<Name, Value[]>> = {}
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, measure] of round % 2 === 0 ? all : all.toReversed()) {
      const value = await measure()
      if (round > 0) measured[name] = [...(measured[name] ?? []), value]
    }
  }
  return measured
}

/** Whether this run measures at full size. */
export const atFullSize: boolean = process.env.BENCH_FULL === '1'
