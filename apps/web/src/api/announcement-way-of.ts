import type { Client } from '@nerdify/contract/client.ts'
import { type AnnouncementWay, announcementWay } from '@nerdify/domain/messages/announcement-way.ts'
import { latestEmailOf } from './latest-email.ts'

/** Where a client hears of their orders (MSG-06) and of answers (TALK-04); nowhere until they load. */
export const announcementWayOf = (client: Client | undefined): AnnouncementWay =>
  client === undefined
    ? 'none'
    : announcementWay(client.announce_by, { phone: client.phone !== null, email: latestEmailOf(client) !== null })
