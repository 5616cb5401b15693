/** What stands for the part that is not shown; no phone number and no e-mail holds it. */
const mask = '•••'

/** A phone (E.164) by its end, "•••0103" (SAFE-03, SAFE-05). */
export function maskedPhone(phone: string): string {
  return mask + phone.slice(-4)
}

/** An e-mail without its name, "a•••@mail.com" (SAFE-03, SAFE-05). */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return (at > 2 ? email.slice(0, 1) : '') + mask + email.slice(at)
}

/** Whether a text is the masked form of a phone or an e-mail: it was not typed, it came from the server. */
export function isMasked(text: string): boolean {
  return text.includes(mask)
}

/**
 * The phone or e-mail that a client sends back: whoever was shown the masked form of their `own` means that by it. Any
 * other text is what it says, so it tells nothing of what the account has, let alone others.
 */
export function unmasked(text: string, own: string | null, masked: (own: string) => string): string {
  return own !== null && text === masked(own) ? own : text
}
