import { IdAddress } from '@nerdify/contract/addresses.ts'
import { OperationsContact, TextAnswerPosting } from '@nerdify/contract/conversations.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { AppContext } from '../app-context.ts'
import type { App } from '../http/app-type.ts'
import { operatorOf } from '../http/caller.ts'
import { operationsCall } from '../http/call.ts'
import { answerContact, endWaitOfContact, readContact } from '../inbox/contacts.ts'
import { loggedCall, writeLogged } from './logged-write.ts'

/** Operations' calls about people who wrote to us without a session (TALK-05, MSG-01). */
export function operationsContactRoutes(app: App, product: AppContext): void {
  const zone = product.settings.companyZone

  app.get(
    opsPaths.contact(':id'),
    operationsCall('What somebody without an account wrote, and our answers', {
      params: IdAddress,
      200: OperationsContact,
    }),
    ({ params }) => readContact(product.queries, params.id, zone),
  )

  app.post(
    opsPaths.contactAnswers(':id'),
    loggedCall('Answer somebody without an account by text', {
      params: IdAddress,
      body: TextAnswerPosting,
      200: OperationsContact,
    }),
    async (request) => {
      const answered = await writeLogged(product, request, 'answer by text', async ({ queries, now }) => {
        const { id } = request.params
        await answerContact(queries, { id, text: request.body.text, operator: operatorOf(request).name, now })
        return { subject: `message ${id}`, body: await readContact(queries, id, zone) }
      })
      product.wake.outbox()
      return answered
    },
  )

  app.post(
    opsPaths.contactNoAnswerNeeded(':id'),
    loggedCall('Note that what was written from a phone needs no answer', {
      params: IdAddress,
      200: OperationsContact,
    }),
    (request) =>
      writeLogged(product, request, 'no answer needed', async ({ queries, now }) => {
        const { id } = request.params
        await endWaitOfContact(queries, id, now)
        return { subject: `message ${id}`, body: await readContact(queries, id, zone) }
      }),
  )
}
