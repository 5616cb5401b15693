import type Stripe from 'stripe'
import { cardCall, page } from '../api/card-call.ts'
import type { PartOf } from '../objects/stored.ts'

/** The merchant's account, and its one webhook, which gets every event. */
export const accountCalls = [
  cardCall(
    'GET',
    '/account',
    {},
    () => ({ id: 'acct_sandbox', object: 'account', charges_enabled: true }) satisfies PartOf<Stripe.Account>,
  ),
  cardCall('GET', '/webhook_endpoints', page, ({ webhookUrl: url }) => {
    const webhook = {
      id: 'we_sandbox',
      object: 'webhook_endpoint',
      enabled_events: ['*'],
      status: 'enabled',
      url,
    } satisfies PartOf<Stripe.WebhookEndpoint>
    return { object: 'list', has_more: false, data: [webhook] }
  }),
]
