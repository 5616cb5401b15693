/** The channel for announcements about a client's orders (MSG-06). */
export type AnnouncementWay = 'sms' | 'email' | 'none'

/** The client's available channels, in the order offered. */
export function announcementWays({ phone, email }: { phone: boolean; email: boolean }): AnnouncementWay[] {
  return [...(phone ? (['sms'] as const) : []), ...(email ? (['email'] as const) : []), 'none']
}

/** The client's channel (MSG-06): their choice if available, else the first available one. */
export function announcementWay(
  preferred: AnnouncementWay,
  channels: { phone: boolean; email: boolean },
): AnnouncementWay {
  const ways = announcementWays(channels)
  return ways.includes(preferred) ? preferred : (ways[0] ?? 'none')
}
