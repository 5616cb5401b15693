/** An instant (epoch milliseconds) as it stands on the wire: ISO 8601 in UTC. */
export const instantText = (at: number): string => new Date(at).toISOString()
