/** Replaces the hidden part; no phone number or e-mail contains it. */
const mask = '•••'

/** The end of a phone (E.164), "•••0103" (SAFE-03, SAFE-05). */
export function maskedPhone(phone: string): string {
  return mask + phone.slice(-4)
}

/** An e-mail with its name hidden, "a•••@mail.com" (SAFE-03, SAFE-05). */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return (at > 2 ? email.slice(0, 1) : '') + mask + email.slice(at)
}

/** Whether a text is a masked phone or e-mail: it came from the server and was not typed. */
export function isMasked(text: string): boolean {
  return text.includes(mask)
}

/**
 * Replaces the masked form of the client's `own` phone or e-mail by the real one. Other texts stay unchanged, so the
 * answer reveals nothing about any account.
 */
export function unmasked(text: string, own: string | null, masked: (own: string) => string): string {
  return own !== null && text === masked(own) ? own : text
}
