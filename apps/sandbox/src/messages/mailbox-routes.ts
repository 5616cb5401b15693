import { control, controlForm } from '../controls/control-parameters.ts'
import type { HttpRoute } from '../http/http-server.ts'
import { readParameters, required, text } from '../http/parameters.ts'
import { jsonReply, seeOther } from '../http/replies.ts'
import type { IncomingText } from './incoming-texts.ts'
import { MESSAGES_SHOWN, mailboxPage, mailHtmlReply } from './mailbox-page.ts'
import type { MessageStore } from './message-store.ts'

/** More than any test or person reads at once. */
const MESSAGES_IN_JSON = 1000

const replyParameters = { from: required(text()), to: required(text()), body: required(text()) }

/** The mailbox as a page and as JSON (SBX-02); `sendReply` takes a person's answer to a text, and tells its id. */
export function mailboxRoutes(messages: MessageStore, sendReply: (reply: IncomingText) => string): HttpRoute[] {
  return [
    {
      method: 'GET',
      path: '/mailbox',
      handle: ({ url }) => {
        const to = url.searchParams.get('to')?.trim() ?? ''
        return mailboxPage(messages.list(MESSAGES_SHOWN, to), to, url.searchParams.has('replied'))
      },
    },
    {
      method: 'GET',
      path: '/mailbox/messages.json',
      handle: ({ url }) => jsonReply(messages.list(MESSAGES_IN_JSON, url.searchParams.get('to') ?? undefined)),
    },
    {
      method: 'GET',
      path: '/mailbox/messages/:id/source',
      handle: ({ params }) => {
        const source = messages.sourceOf(params['id'] ?? '')
        if (source === undefined) return { status: 404, body: 'No such mail\n' }
        const headers = { 'content-type': 'text/plain; charset=latin1', 'x-content-type-options': 'nosniff' }
        return { status: 200, headers, body: Buffer.from(source, 'latin1') }
      },
    },
    {
      method: 'POST',
      path: '/mailbox/replies',
      handle: control((request) => {
        const { from, to, body } = readParameters(replyParameters, controlForm(request))
        const sid = sendReply({ from, to, body })
        const fromPage = request.headers.accept?.startsWith('text/html') ?? false
        return fromPage ? seeOther(`/mailbox?to=${encodeURIComponent(from)}&replied=1`) : jsonReply({ sid })
      }),
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
