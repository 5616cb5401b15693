import type { HttpRoute } from '../http/http-server.ts'
import { jsonReply } from '../http/replies.ts'
import { MESSAGES_SHOWN, mailboxPage, mailHtmlReply } from './mailbox-page.ts'
import type { MessageStore } from './message-store.ts'

/** More than any test or person reads at once. */
const MESSAGES_IN_JSON = 1000

/** The mailbox as a page and as JSON (SBX-02). */
export function mailboxRoutes(messages: MessageStore): HttpRoute[] {
  return [
    {
      method: 'GET',
      path: '/mailbox',
      handle: ({ url }) => {
        const to = url.searchParams.get('to')?.trim() ?? ''
        return mailboxPage(messages.list(MESSAGES_SHOWN, to), to)
      },
    },
    {
      method: 'GET',
      path: '/mailbox/messages.json',
      handle: ({ url }) => jsonReply(messages.list(MESSAGES_IN_JSON, url.searchParams.get('to') ?? undefined)),
    },
    {
      method: 'GET',
      path: '/mailbox/messages/:id/html',
      handle: ({ params }) => {
        const message = messages.find(params['id'] ?? '')
        return message?.html ? mailHtmlReply(message) : { status: 404, body: 'No such mail\n' }
      },
    },
  ]
}
