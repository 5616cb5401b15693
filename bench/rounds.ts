/** A number measured in several rounds: the one in the middle, and the least and the most. */
export interface Measured {
  median: number
  least: number
  most: number
}

/** The middle of some numbers with its spread. */
export function middleOf(values: readonly number[]): Measured {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] as number
  return { median: at(0.5), least: at(0), most: at(1) }
}

/**
 * Measures several things again and again, one after the other, so that whatever else the machine does meets all of
 * them. Every second round goes backwards. Answers for each what its rounds measured, after one round that does not count.
 */
export async function interleaved<Name extends string>(
  rounds: number,
  things: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(things) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const value = await things[name]()
      if (round > 0) measured[name].push(value)
    }
  }
  return measured
}

/** One measurement as a share of another, round by round. */
export function ratioOf(ones: readonly number[], others: readonly number[]): Measured {
  return middleOf(ones.map((one, round) => one / (others[round] as number)))
}
