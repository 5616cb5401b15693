import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { OperationsConversation } from '@nerdify/contract/conversations.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { SavedReplies, SavedReply } from '@nerdify/contract/saved-replies.ts'
import { expect, test } from 'vitest'
import { startSession } from '../sessions/sessions.ts'
import { operate } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInStaff } from '../testing/staff-calls.ts'
import { signedInPerson } from '../testing/test-client.ts'

const newName = () => `Reply ${crypto.randomUUID()}`
const named = ({ results }: SavedReplies, name: string) => results.find((reply) => reply.name === name)

test('[DESK-04] leads edit saved replies by version, and clerks only read them', async () => {
  const [lead, clerk] = [await signedInStaff('lead'), await signedInStaff('clerk')]
  const name = newName()
  const creation = await lead.operate<SavedReplies>('POST', '/replies', { name, text: ' Hi {client}! ' })
  const first = named(creation.body, name) as SavedReply
  expect(first).toMatchObject({ text: 'Hi {client}!', version: '1', changed_by: lead.name })
  expect(named((await clerk.operate<SavedReplies>('GET', '/replies')).body, name)).toEqual(first)
  expect((await clerk.operate('POST', '/replies', { name, text: 'x' })).status).toBe(403)

  const change = (version: string, text: string) =>
    lead.operate<SavedReplies>('PATCH', `/replies/${first.id}?version=${version}`, { text })
  expect(named((await change('1', 'Hello {client}!')).body, name)).toMatchObject({
    text: 'Hello {client}!',
    version: '2',
  })
  expect(await change('1', 'Dear {client}')).toMatchObject({
    status: 409,
    body: { text: expect.stringContaining(`${lead.name} changed this`), error_type: 'changed_meanwhile' },
  })
  expect(await change('2', 'Hi {clients}')).toMatchObject({ status: 422, body: { error_value: 'text' } })
  for (const [version, status] of [
    [1, 409],
    [2, 200],
    [2, 404],
  ])
    expect((await lead.operate('POST', `/replies/${first.id}/remove?version=${version}`)).status).toBe(status)
})

test('[DESK-02][DESK-04] a conversation has the placeholders’ words; an answer with an open one is refused', async () => {
  const person = await signedInPerson()
  await person.send('PATCH', apiPaths.me(), { nickname: 'Alex' })
  const { product } = await testProduct()
  const zone = 'Australia/Brisbane'
  await startSession(product, product.queries, { clientId: person.clientId, origin: 'code', at: { timeZone: zone } })
  const order = await person.order({ title: 'Rome' })
  const ofOrder = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.number}`)
  expect(ofOrder.body.client_zone).toBe(zone)
  const { body } = await operate<OperationsConversation>('GET', `/conversations/${order.number}`)
  // Without "tomorrow", which is another day once the client reads it.
  const deadline = expect.stringMatching(/^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d\s[AP]M\s(AEST|GMT\+10)$/)
  expect(body.reply_values).toEqual({ client: 'Alex', order: order.number, title: 'Rome', deadline, nerd: null })
  const answer = (text: string) => operate('POST', `/conversations/${order.number}/answers`, { text })
  expect(await answer('Hi Alex, {nerd} is on it.')).toMatchObject({
    status: 422,
    body: { text: 'Please replace {nerd} with your own words.', error_value: 'text' },
  })
  expect((await answer('Hi Alex, we are on it.')).status).toBe(200)
})
