import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { group, text } from '../cards/api/schemas.ts'
import { queryText, acceptControls, wantsPage } from '../http/http-server.ts'
import { messagesShown, mailboxPage, sendMailHtml } from './mailbox-page.ts'
import type { MessageStore } from './message-store.ts'

/** More than any test or person reads at once. */
const messagesInJson = 1000

const replyForm = group({ from: text(), to: text(), body: text() })
/** A person's answer to a text. */
export type TextReply = Static<typeof replyForm>

interface MailRoute {
  Params: { id: string }
}

/** The mailbox as a page and as JSON (SBX-02); `sendReply` sends a person's answer to a text and returns its id. */
export function mailboxRoutes(
  server: FastifyInstance,
  messages: MessageStore,
  sendReply: (reply: TextReply) => string,
): void {
  server.get('/mailbox', (request, reply) => {
    const to = queryText(request, 'to')
    return mailboxPage(reply, messages.list(messagesShown, { to }), {
      to,
      replied: queryText(request, 'replied') !== '',
    })
  })

  server.get('/mailbox/messages.json', (request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send(messages.list(messagesInJson, { to: queryText(request, 'to'), says: queryText(request, 'says') })),
  )

  server.get<MailRoute>('/mailbox/messages/:id/source', (request, reply) => {
    const source = messages.sourceOf(request.params.id)
    if (source === undefined) return reply.callNotFound()
    return reply.type('text/plain; charset=latin1').send(Buffer.from(source, 'latin1'))
  })

  server.get<MailRoute>('/mailbox/messages/:id/html', (request, reply) => {
    const message = messages.find(request.params.id)
    return message?.html ? sendMailHtml(reply, message.html) : reply.callNotFound()
  })

  server.register(async (controls) => {
    acceptControls(controls)
    controls.post<{ Body: TextReply }>('/mailbox/replies', { schema: { body: replyForm } }, (request, reply) => {
      const sid = sendReply(request.body)
      return wantsPage(request)
        ? reply.redirect(`/mailbox?to=${encodeURIComponent(request.body.from)}&replied=1`, 303)
        : reply.send({ sid })
    })
  })
}
