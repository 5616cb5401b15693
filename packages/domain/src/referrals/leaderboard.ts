/** REF-01: bonuses are shown rounded to the nearest 10; dollars. */
export const roundedBonus = (dollars: number): number => Math.round(dollars / 10) * 10

/** A rank of the leaderboard; dollars. */
export interface Rank {
  rank: number
  name: string
  friends: number
  bonus: number
}

/** REF-02: fixed sample ranks, which are marked as samples. */
export const sampleRanks: readonly Rank[] = [
  { rank: 1, name: 'Sample A', friends: 31, bonus: 620 },
  { rank: 2, name: 'Sample B', friends: 24, bonus: 480 },
  { rank: 3, name: 'Sample C', friends: 19, bonus: 380 },
]

/** The ranks between the samples and a client without friends who used the service. */
const ranksWithoutFriends = 97
/** The ranks between the samples and a client with such friends, before each friend takes off three. */
const ranksWithFriends = 60

/**
 * REF-02: the leaderboard with the client's own rank, which rises with the number of friends who used the service. A
 * client who reaches a sample takes its rank; that sample and all after it move one rank down, so each rank is unique.
 */
export function leaderboard(friendsWithOrders: number): {
  before: readonly Rank[]
  own: number
  after: readonly Rank[]
} {
  const before = sampleRanks.filter(({ friends }) => friends > friendsWithOrders)
  const after = sampleRanks.slice(before.length).map((sample) => ({ ...sample, rank: sample.rank + 1 }))
  const behind = friendsWithOrders === 0 ? ranksWithoutFriends : 1 + ranksWithFriends - 3 * friendsWithOrders
  return { before, own: before.length + (after.length === 0 ? behind : 1), after }
}
