import { describe, expect, test } from 'vitest'
import { leaderboard, roundedBonus, sampleRanks } from './leaderboard.ts'

test.each([
  [0, 0],
  [20, 20],
  [44, 40],
  [45, 50],
])('[REF-01] $%i of bonuses are shown as $%i', (dollars, shown) => expect(roundedBonus(dollars)).toBe(shown))

describe('the leaderboard', () => {
  const friends = Array.from({ length: 61 }, (_, count) => count)

  test('[REF-02] has each rank once, in rising order, whatever the number of friends', () => {
    for (const count of friends) {
      const { before, own, after } = leaderboard(count)
      const ranks = [...before.map(({ rank }) => rank), own, ...after.map(({ rank }) => rank)]
      expect([count, ranks]).toEqual([count, [...new Set(ranks)].toSorted((a, b) => a - b)])
    }
  })

  test('[REF-02] has its samples fixed, and puts nobody above a sample with more friends or below one with fewer', () => {
    for (const count of friends) {
      const { before, after } = leaderboard(count)
      expect([...before, ...after].map(({ name }) => name)).toEqual(sampleRanks.map(({ name }) => name))
      expect(before).toEqual(sampleRanks.filter((sample) => sample.friends > count))
    }
    expect([2, 18, 19, 20, 24, 40].map((count) => leaderboard(count).own)).toEqual([58, 10, 3, 3, 2, 1])
  })

  test('[REF-02] more friends never stand lower', () => {
    const ranks = friends.map((count) => leaderboard(count).own)
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
  })
})
