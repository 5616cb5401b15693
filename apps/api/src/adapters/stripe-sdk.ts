import { createRequire } from 'node:module'
import type Stripe from 'stripe'

const require = createRequire(import.meta.url)

/** The card provider's SDK, loaded by the first call that needs it: a start need not wait for it, nor hold it. */
export const stripeSdk = (): typeof Stripe => require('stripe') as typeof Stripe
