import { describe, expect, test } from 'vitest'
import { leaderboard, roundedBonus, sampleRanks } from './leaderboard.ts'

test.each([
  [0, 0],
  [20, 20],
  [44, 40],
  [45, 50],
])('[REF-01] rounds bonuses of $%i to $%i', (dollars, rounded) => expect(roundedBonus(dollars)).toBe(rounded))

describe('the leaderboard', () => {
  const friends = Array.from({ length: 61 }, (_, count) => count)

  test('[REF-02] lists each rank once, in ascending order, for any number of friends', () => {
    for (const count of friends) {
      const { before, own, after } = leaderboard(count)
      const ranks = [...before.map(({ rank }) => rank), own, ...after.map(({ rank }) => rank)]
      expect([count, ranks]).toEqual([count, [...new Set(ranks)].toSorted((a, b) => a - b)])
    }
  })

  test('[REF-02] keeps the samples, and ranks a client below those with more friends and above the others', () => {
    for (const count of friends) {
      const { before, after } = leaderboard(count)
      expect([...before, ...after].map(({ name }) => name)).toEqual(sampleRanks.map(({ name }) => name))
      expect(before).toEqual(sampleRanks.filter((sample) => sample.friends > count))
    }
    expect([2, 18, 19, 20, 24, 40].map((count) => leaderboard(count).own)).toEqual([58, 10, 3, 3, 2, 1])
  })

  test('[REF-02] never lowers the rank for more friends', () => {
    const ranks = friends.map((count) => leaderboard(count).own)
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
  })
})
