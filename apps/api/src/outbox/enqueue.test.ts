import { expect, test } from 'vitest'
import type { Queries } from '../database/tables.ts'
import { announceOrder } from './templates/announce-order.ts'
import { enqueue } from './enqueue.ts'
import type { RenderedMail } from './templates/mail-layout.ts'
import { templates } from './templates/messages.ts'
import { renderStored } from './templates/template.ts'
import { exampleSite } from '../testing/example-site.ts'

const mail = { channel: 'email', to: 'support@example.com', dedupeKey: 'one' } as const
const order = { id: '', client_id: '', number: '1', title: null, details: null, subject: null, paid_cents: 0 }

/** Compiled, never called: each line that must not compile expects its error. */
async function neverCalled(queries: Queries): Promise<void> {
  const failed = { ...mail, template: 'refund-failed' } as const
  await enqueue(queries, 0, { ...failed, variables: { number: '1', amount: '$5.00', reason: 'surplus' } })
  // @ts-expect-error: the amount is missing
  await enqueue(queries, 0, { ...failed, variables: { number: '1', reason: 'surplus' } })
  // @ts-expect-error: the amount is misspelt
  await enqueue(queries, 0, { ...failed, variables: { number: '1', ammount: '$5.00', reason: 'surplus' } })
  // @ts-expect-error: a variable more than the template has
  await enqueue(queries, 0, { ...failed, variables: { number: '1', amount: '$5.00', reason: '', email: '' } })
  // @ts-expect-error: no such message
  await enqueue(queries, 0, { ...mail, template: 'refund-fails', variables: {} })

  const link = { ...mail, template: 'sign-in-link' } as const
  await enqueue(queries, 0, { ...link, variables: { keyId: '1' } })
  await enqueue(queries, 0, { ...link, variables: { keyId: '1', next: '/orders' } })
  // @ts-expect-error: the optional variable is misspelt
  await enqueue(queries, 0, { ...link, variables: { keyId: '1', nxet: '/orders' } })

  const common = { order, key: '1', now: 0 }
  await announceOrder(queries, { ...common, name: 'order-paid' })
  await announceOrder(queries, { ...common, name: 'order-surplus', variables: { amount: '$5.00' } })
  // @ts-expect-error: the amount is missing
  await announceOrder(queries, { ...common, name: 'order-surplus' })
  // @ts-expect-error: the amount is misspelt
  await announceOrder(queries, { ...common, name: 'order-surplus', variables: { ammount: '$5.00' } })
}

test('[MSG-05] a message without a variable of its template, or with a misspelt one, does not compile', () => {
  expect(neverCalled).toBeTypeOf('function')
})

test('[MSG-05] each message declares its variables; one missing in an older row is empty', () => {
  expect(templates['sign-in-link']).toMatchObject({ needs: ['keyId'], takes: ['next'] })
  expect(renderStored(templates['refund-failed'], { amount: '$5.00' }, exampleSite)).toMatchObject({
    subject: 'Refund of $5.00 for order  failed',
  })
})

test("[OPS-17][GO-02] a mail to staff uses OPS_COMMAND as the tool's name", () => {
  const signIn = renderStored(templates['staff-sign-in'], { keyId: '1' }, { ...exampleSite, opsCommand: 'ops' })
  expect(signIn).toMatchObject({ text: expect.stringMatching(/^In a shell: ops sign-in --key \S+$/m) })
})

test('[WAIT-03][OPS-17] mails to staff render the shell commands that end the wait', () => {
  const tool = { ...exampleSite, opsCommand: 'ops' }
  const orderMail = (events: string) =>
    renderStored(templates['order-for-staff'], { number: '7', happened: 'It is paid.', events }, tool)
  expect(orderMail('nerd_found send')).toMatchObject({
    text: expect.stringContaining('ops order 7 nerd_found --nerd NAME\n\nops order 7 send --file FILE'),
  })
  expect(orderMail('')).toMatchObject({ text: expect.stringContaining('Look at it: ops order 7') })

  const lateMail = (ids: Record<string, string>) =>
    renderStored(templates['message-late'], { phone: '+12025550101', text: 'Hi', ...ids }, tool)
  expect(lateMail({ contact: 'c1' })).toMatchObject({
    text: expect.stringContaining('To answer: ops contact c1 answer'),
  })
  expect(lateMail({ conversation: '7' })).toMatchObject({
    text: expect.stringContaining(
      'To answer: ops answer 7 "TEXT"\nIf it needs no answer: ops conversation 7 no-answer-needed\n',
    ),
  })
  expect(lateMail({ conversation: '7', last: 'm1' })).toMatchObject({
    text: expect.stringContaining('ops conversation 7 no-answer-needed --last m1\n'),
  })
  expect(lateMail({})).toMatchObject({ text: expect.not.stringContaining('To answer') })
})

test('[WAIT-03] mails to staff link to the order, conversation or contact at the desk, if there is one', () => {
  const desk = 'https://desk.nerdify.test'
  const linkIn = (name: keyof typeof templates, variables: Record<string, string>) => {
    const rendered = renderStored(templates[name], variables, { ...exampleSite, deskUrl: desk }) as RenderedMail
    return /^Open it at the desk:\n(.+)$/m.exec(rendered.text)?.[1]
  }
  const phone = '+12025550101'
  expect(linkIn('order-for-staff', { number: '7' })).toBe(`${desk}/orders/7`)
  expect(linkIn('client-message', { conversation: '7' })).toBe(`${desk}/conversations/7`)
  expect(linkIn('message-late', { phone, conversation: 'c1' })).toBe(`${desk}/conversations/c1`)
  for (const name of ['text-received', 'contact-request', 'message-late'] as const)
    expect(linkIn(name, { phone, contact: 'm1' })).toBe(`${desk}/contacts/m1`)
  expect(linkIn('message-late', { phone })).toBeUndefined()
  const withoutDesk = renderStored(templates['order-for-staff'], { number: '7' }, exampleSite) as RenderedMail
  expect(withoutDesk.text).not.toContain('desk')
})
