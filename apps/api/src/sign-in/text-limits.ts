import { textedCountries } from '@nerdify/domain/messages/texted-countries.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import {
  guessingNetworks,
  limitUse,
  noteUse,
  openShare,
  type RateLimit,
  refuseWhenUsedUp,
} from '../limits/rate-limit.ts'
import type { AppContext } from '../app-context.ts'
import { lastCodesOfPrefix } from '../sessions/challenges.store.ts'

/** The provider decides about a number of +1 with an unassigned area code. */
const countryOf = (phone: string) => {
  const parsed = parsePhoneNumberFromString(phone)
  return parsed?.country ?? (parsed?.countryCallingCode === '1' ? 'US' : undefined)
}

/**
 * Whether codes are texted to the country of a phone (E.164): the Caribbean's premium numbers have +1 too (payments.md
 * 2.2).
 */
export function isTexted(phone: string): boolean {
  const country = countryOf(phone)
  return textedCountries.some(({ code }) => code === country)
}

/** The number without its last four digits: an owner of one number of a range often owns them all. */
export const prefixOf = (phone: string): string => phone.slice(0, -4)

const hourMs = 3_600_000
const byMail = (wait: string) =>
  `We can’t text you a code right now. Please log in with your e-mail instead, get a link by text from Contact us, or try again in ${wait}.`

/** Texts that one network may request for one prefix in a day: alone it must not get the prefix blocked (AUTH-21). */
const textsToPrefixFromOneIp: RateLimit = {
  name: 'texts-to-prefix-from',
  most: 10,
  windowMs: 24 * hourMs,
  ofNetworks: true,
  say: byMail,
}
/** Sign-in texts per hour before people are led to the e-mail link (payments.md 2.2). */
const textsToPrefix: RateLimit = { name: 'texts-to-prefix', most: 20, windowMs: hourMs, say: byMail }
const textsToCountry: RateLimit = { name: 'texts-to-country', most: 300, windowMs: hourMs, say: byMail }
const textsOfSite: RateLimit = { name: 'texts', most: 500, windowMs: hourMs, say: byMail }
/** A prefix whose codes are rarely entered gets none for a day. */
const blockedPrefix: RateLimit = { name: 'blocked-prefix', most: 1, windowMs: 24 * hourMs, say: byMail }

/** A prefix is judged by this many of its last texts, of which this share must have signed somebody in. */
const judgedTexts = 50
const leastSuccess = 0.2
/** A newer one may still be entered. */
const unsettledMs = 10 * 60_000

/** Beyond it an unknown browser of an account that signed in before is led to the e-mail link (SAFE-14). */
const guessesOfSite: RateLimit = { ...guessingNetworks, say: byMail }

/** 429 during guesses at clients' codes from many networks (SAFE-14). */
export function refuseDuringGuessing({ queries, settings }: AppContext, now: number): Promise<void> {
  return refuseWhenUsedUp(queries, guessesOfSite, { subject: 'all', now, scale: settings.limitScale })
}

/**
 * Counts a sign-in text against its budgets, in the transaction that sends it; 429 beyond a budget (AUTH-21). A third
 * of each is reserved for known browsers and numbers with a paid order (`isTrusted`).
 */
export async function countSignInText(
  queries: Queries,
  { phone, ip, isTrusted, now, scale }: { phone: string; ip: string; isTrusted: boolean; now: number; scale: number },
): Promise<void> {
  const prefix = prefixOf(phone)
  if (!isTrusted) await limitUse(queries, textsToPrefixFromOneIp, { subject: ip, of: prefix, now, scale })
  const use = { now, scale, share: isTrusted ? 1 : openShare }
  await limitUse(queries, textsToPrefix, { subject: prefix, ...use })
  await limitUse(queries, textsToCountry, { subject: countryOf(phone) ?? '', ...use })
  await limitUse(queries, textsOfSite, { subject: 'all', ...use })
}

/** 429 for a phone with a blocked prefix; blocks it if its last codes were requested but not entered. */
export async function refusePumpedPrefix(
  { queries, settings }: AppContext,
  { phone, now }: { phone: string; now: number },
): Promise<void> {
  // A factor on the limits changes the number of judged texts, not the block.
  const block = { subject: prefixOf(phone), now, scale: 1 }
  await refuseWhenUsedUp(queries, blockedPrefix, block)
  const most = Math.ceil(judgedTexts * settings.limitScale)
  const codes = await lastCodesOfPrefix(queries, block.subject, {
    after: now - blockedPrefix.windowMs,
    before: now - unsettledMs,
    most,
  })
  const texts = codes.reduce((sum, code) => sum + code.sends, 0)
  const successes = codes.filter((code) => code.consumed_at !== null).length
  if (texts < most || successes >= texts * leastSuccess) return
  // In a separate transaction, so that the refusal does not roll it back.
  await transaction(queries, (within) => noteUse(within, blockedPrefix, block))
  await refuseWhenUsedUp(queries, blockedPrefix, block)
}
