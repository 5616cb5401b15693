import type { Client } from '@nerdify/contract/client.ts'
import { type AnnouncementWay, announcementWay } from '@nerdify/domain/messages/announcement-way.ts'
import { latestEmailOf } from './latest-email.ts'

/**
 * The client's chosen channel for announcements of orders (MSG-06) and answers (TALK-04), or else the first available
 * one; `none` until the client loads. It ignores opt-outs (LAW-07), and whether the address is confirmed (SAFE-02).
 */
export const announcementWayOf = (client: Client | undefined): AnnouncementWay =>
  client === undefined
    ? 'none'
    : announcementWay(client.announce_by, { phone: client.phone !== null, email: latestEmailOf(client) !== null })
