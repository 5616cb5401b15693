import { expect, test } from 'vitest'
import { replyLine } from './how-to-answer.ts'
import { type TemplateName, templates } from './messages.ts'
import { exampleSite } from '../../testing/example-site.ts'
import { renderStored, type Template } from './template.ts'

const { publicUrl } = exampleSite
const site = { ...exampleSite, unsubscribeUrl: `${publicUrl}/unsubscribe/one` }

/**
 * Texts with another end: a code's last line is for browsers (AUTH-07), and after STOP we may not text back (LAW-07).
 */
const withoutLine: readonly TemplateName[] = ['sign-in-code', 'texts-ended']

const toClients = Object.entries<Template>(templates)
  .filter(([, { kind }]) => kind !== 'ours')
  .map(([name, template]) => ({ name: name as TemplateName, template }))

test.each(toClients)('[TALK-05][MSG-06] $name says how to answer, by text and by mail', ({ name, template }) => {
  const { needs = [], takes = [] } = template
  const filled = (names: readonly string[]) => Object.fromEntries(names.map((variable) => [variable, 'x']))
  for (const variables of [filled(needs), filled([...needs, ...takes])]) {
    for (const channel of ['sms', 'email'] as const) {
      const message = renderStored(template, variables, { ...site, channel })
      if (message.channel === 'sms') {
        const [before, after] = message.body.split(replyLine)
        expect({ says: after !== undefined, after: after ?? '' }).toEqual({
          says: !withoutLine.includes(name),
          after: '',
        })
        expect(before).not.toContain('STOP')
        continue
      }
      const [, url = ''] =
        /^To answer, write to us: (\S+)\nWe don’t read replies to this e-mail\.$/m.exec(message.text) ?? []
      const aboutOrder = 'orderId' in variables ? `${publicUrl}/orders/x/messages` : `${publicUrl}/messages/support`
      expect([aboutOrder, `${publicUrl}/contact-us`]).toContain(url)
      expect(message.html).toContain(`<a href="${url}"`)
    }
  }
})

const toStaff = Object.entries<Template>(templates).filter(([, { kind }]) => kind === 'ours')

test.each(toStaff)('[WAIT-03] %s omits empty rows', (_name, template) => {
  const mail = renderStored(template, {}, { ...site, channel: 'email' })
  expect(mail).toMatchObject({ channel: 'email', text: expect.not.stringMatching(/^.+: $/m) })
})
