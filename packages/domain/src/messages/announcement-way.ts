/** How a client is told of their orders (MSG-06). */
export type AnnouncementWay = 'sms' | 'email' | 'none'

/** The ways there are for a client, in the order in which they are offered. */
export function announcementWays({ phone, email }: { phone: boolean; email: boolean }): AnnouncementWay[] {
  return [...(phone ? (['sms'] as const) : []), ...(email ? (['email'] as const) : []), 'none']
}

/** The way that a client is told by (MSG-06): the one they chose, or else the first that there is. */
export function announcementWay(wanted: AnnouncementWay, has: { phone: boolean; email: boolean }): AnnouncementWay {
  const ways = announcementWays(has)
  return ways.includes(wanted) ? wanted : (ways[0] ?? 'none')
}
