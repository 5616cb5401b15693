import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { cardEventTypes } from '../card-events/card-event-types.ts'
import type { Cards, Sms } from '../ports.ts'
import type { Settings } from '../settings.ts'
import type { Check } from './examine.ts'

/** Our accounts at the providers: may they take payments and text, and do they call us (GO-06)? */
export function accountChecks(
  { publicUrl, sms: { from } }: Settings,
  { cards, sms }: { cards: Pick<Cards, 'account'>; sms: Pick<Sms, 'account'> },
): Check[] {
  const eventsUrl = publicUrl + apiPaths.cardEvents()
  const textsUrl = publicUrl + apiPaths.smsReplies()
  return [
    {
      name: 'card account',
      mend: `Complete the account in the dashboard of the card provider, and give it a webhook to ${eventsUrl} with the events of docs/going-live.md.`,
      look: () => lookAtCardAccount(cards, eventsUrl),
    },
    {
      name: 'text account',
      mend: `In the console of the text provider, upgrade the account, give each of SMS_FROM, SMS_FROM_CANADA and SMS_FROM_AUSTRALIA the webhook ${textsUrl} for texts, by POST, and let a messaging service defer to it.`,
      look: () => lookAtTextAccount(sms, { phones: Object.values(from), textsUrl }),
    },
  ]
}

async function lookAtCardAccount(cards: Pick<Cards, 'account'>, url: string): Promise<string> {
  const account = await cards.account()
  if (account === undefined) return 'Our key may not read it: look there whether it takes payments and calls us.'
  if (!account.takesPayments) throw new Error('It does not take payments yet')
  const ours = account.webhooks.filter((webhook) => webhook.url === url)
  if (ours.length === 0) throw new Error(`It has no webhook to ${url}`)
  const types = new Set(ours.flatMap((webhook) => (webhook.isOn ? webhook.types : [])))
  if (types.size === 0) throw new Error(`Its webhook to ${url} is switched off`)
  const missing = types.has('*') ? [] : cardEventTypes.filter((type) => !types.has(type))
  if (missing.length > 0) throw new Error(`Its webhook to ${url} lacks ${missing.join(', ')}`)
  return `It takes payments, and its webhook to ${url} has our events.`
}

async function lookAtTextAccount(
  sms: Pick<Sms, 'account'>,
  { phones, textsUrl }: { phones: readonly string[]; textsUrl: string },
): Promise<string> {
  const { isTrial, numbers } = await sms.account()
  if (isTrial) throw new Error('It is a trial account, which texts verified numbers alone')
  for (const phone of phones) {
    const number = numbers.find((own) => own.phone === phone)
    if (number === undefined) throw new Error(`It does not have the number ${phone}`)
    if (!number.canText) throw new Error(`Its number ${phone} cannot text`)
    if (number.textsTo !== textsUrl) throw new Error(`Texts to ${phone} do not go to ${textsUrl} by POST`)
  }
  return 'It has our numbers, and texts to them come to us.'
}
