import { type TextedCountry, textedCountry } from '@nerdify/domain/messages/texted-countries.ts'
import type { RefObject } from 'react'
import { api } from '../../api/client.ts'
import { keepOrigin, keptOrigin } from '../../visit/origin.ts'

/** MSG-03: longest wait for the text-back request, in ms; it continues without the screen. */
const longestWait = 2000

/** The e-mail and the message that a visitor typed with a number (MSG-01). */
interface ContactWords {
  email: string
  message: string
}

/** The visit's page and query, which may name the visitor's origin (`phone_ref`). */
type Place = Pick<Location, 'pathname' | 'search'>

/** A form's last request with its idempotency key; undefined once it succeeded. */
export type LastRequest = RefObject<{ request: string; key: string } | undefined>

/** Sends a phone number with a message (MSG-01). An identical retry reuses the key of the `last` request (API-11). */
export async function sendContactRequest(
  { country, number, email, message }: ContactWords & { country: string; number: string },
  { pathname, search }: Place,
  last: LastRequest,
): Promise<void> {
  const phone_ref = new URLSearchParams(search).get('phone_ref') ?? ''
  const form = { country, phone: number, email, message, phone_ref, ...keptOrigin(pathname) }
  const request = JSON.stringify(form)
  if (last.current?.request !== request) last.current = { request, key: crypto.randomUUID() }
  await api.leaveNumber(form, last.current.key)
}

/** An id from a Messenger link; empty if it is missing or too long. */
function facebookId(query: URLSearchParams, name: 'facebook_page_id' | 'facebook_messenger_id'): string {
  const id = query.get(name) ?? ''
  return id.length > 100 ? '' : id
}

/** Sends a number (MSG-01) and requests a text back (MSG-03). Rejects with a `CallError` that arrives in time. */
export async function askForText(
  wish: ContactWords & {
    country: TextedCountry
    number: string
    /** The honeypot's value. */
    trap: string
  },
  place: Place,
  last: LastRequest,
): Promise<void> {
  const { number, trap, email, message } = wish
  const country = textedCountry(wish.country).wireName
  const origin = keptOrigin(place.pathname)
  // The honeypot field is filled, so a bot wrote this: its message is not sent.
  const words = trap === '' ? { email, message } : { email: '', message: '' }
  await sendContactRequest({ country, number, ...words }, place, last)
  keepOrigin(origin)
  const query = new URLSearchParams(place.search)
  const textBack = api.textBack({
    to: number,
    from_num: country,
    fake: trap,
    body: words.message,
    facebook_page_id: facebookId(query, 'facebook_page_id'),
    facebook_messenger_id: facebookId(query, 'facebook_messenger_id'),
    smstool_name: 'en',
    ...origin,
  })
  // After the wait the screen is gone, so the failure cannot show.
  textBack.catch(() => undefined)
  await Promise.race([textBack, new Promise((resolve) => setTimeout(resolve, longestWait))])
}
