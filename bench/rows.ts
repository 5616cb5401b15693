import { appendFileSync } from 'node:fs'
import type { Measured } from './rounds.ts'

/** A line of the table: what was measured, what was wanted, what came out; `met` is absent where there is no budget. */
export interface Row {
  what: string
  budget?: string
  aim?: string
  measured: string
  met?: 'aim' | 'budget' | 'no'
}

/** Adds a line to the table of this run (tools/bench.mjs makes it), and shows it. */
export function addRow(row: Row): void {
  const file = process.env.BENCH_ROWS
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`)
  console.log(`  ${row.what}: ${row.measured}${row.met === 'no' ? '  (over budget)' : ''}`)
}

/** Whether a number that should be high, or low, meets its budget or even its aim. */
export function verdict(value: number, wanted: { budget: number; aim: number }): 'aim' | 'budget' | 'no' {
  const higherIsBetter = wanted.aim > wanted.budget
  const meets = (limit: number) => (higherIsBetter ? value >= limit : value <= limit)
  return meets(wanted.aim) ? 'aim' : meets(wanted.budget) ? 'budget' : 'no'
}

/** "72 % (68–75)" */
export function percent({ median, least, most }: Measured): string {
  const whole = (share: number) => Math.round(share * 100)
  return `${whole(median)} % (${whole(least)}–${whole(most)})`
}

/** "1.04 × (1.01–1.10)" */
export function times({ median, least, most }: Measured): string {
  return `${median.toFixed(2)} × (${least.toFixed(2)}–${most.toFixed(2)})`
}

/** Whether this run is to measure at full size. */
export const atFullSize: boolean = process.env.BENCH_FULL === '1'
