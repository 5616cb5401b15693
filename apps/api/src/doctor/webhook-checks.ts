import { createHmac } from 'node:crypto'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Settings } from '../settings.ts'
import { isLiveStripeKey } from '../unsafe-settings.ts'
import { answerOf, askAgain } from './answer-of.ts'
import type { Check } from './examine.ts'

/** A provider's call, signed with the settings' secret or with a wrong one. */
interface Call {
  url: string
  init(secret: string): RequestInit
  secret: string
}

/**
 * The providers' calls at `PUBLIC_URL`: our signature is accepted, and with `forges` a forged one is refused (GO-06).
 */
export function webhookChecks(settings: Settings, forges: boolean): Check[] {
  return [
    {
      name: 'card events',
      mend: 'Let the proxy pass POST to this address on as it is, without a login before it, and set STRIPE_WEBHOOK_SECRET as at the provider.',
      look: () => lookAtWebhook(cardEvent(settings), forges),
    },
    {
      name: 'texts to us',
      mend: 'Let the proxy pass POST to this address on as it is, without a login before it, and set SMS_AUTH_TOKEN and PUBLIC_URL as at the provider.',
      look: () => lookAtWebhook(blankText(settings), forges),
    },
  ]
}

async function lookAtWebhook({ url, init, secret }: Call, forges: boolean): Promise<string> {
  if (forges) {
    const forged = await answerOf(url, { method: 'POST', ...init(`${secret}, forged`) })
    if (typeof forged === 'string') return askAgain(url, forged)
    if (forged.ok) throw new Error(`${url} takes a call with a wrong signature`)
    if (forged.status !== 400)
      throw new Error(`${url} answers ${forged.status} to a call with a wrong signature, not 400`)
  }
  const signed = await answerOf(url, { method: 'POST', ...init(secret) })
  if (typeof signed === 'string') return askAgain(url, signed)
  if (signed.status !== 200) throw new Error(`${url} answers ${signed.status} to a signed call`)
  return `${url} takes a signed call${forges ? ', and refuses a forged one' : ''}.`
}

/** An event of a type that the product ignores. */
function cardEvent({ publicUrl, stripe }: Settings): Call {
  const now = Math.floor(Date.now() / 1000)
  const body = JSON.stringify({
    id: 'evt_doctor',
    object: 'event',
    type: 'doctor.looks',
    livemode: isLiveStripeKey(stripe.secretKey),
    created: now,
    data: { object: {} },
  })
  return {
    url: publicUrl + apiPaths.cardEvents(),
    secret: stripe.webhookSecret,
    init: (secret) => ({
      body,
      headers: {
        'content-type': 'application/json',
        'stripe-signature': `t=${now},v1=${createHmac('sha256', secret).update(`${now}.${body}`).digest('hex')}`,
      },
    }),
  }
}

/** A text without words, which the product ignores. */
function blankText({ publicUrl, sms }: Settings): Call {
  const url = publicUrl + apiPaths.smsReplies()
  return {
    url,
    secret: sms.authToken,
    init: (secret) => ({
      body: new URLSearchParams({ Body: '' }),
      headers: { 'x-twilio-signature': createHmac('sha1', secret).update(`${url}Body`).digest('base64') },
    }),
  }
}
