/** Providers that ignore dots before the @. */
const dotlessDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox of an address, to detect two addresses of one person: without the part after a plus, without dots where
 * the provider ignores them, in lower case. Not for sending mail.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  const name = local.split('+', 1)[0] ?? ''
  if (!dotlessDomains.has(domain)) return `${name}@${domain}`
  return `${name.replaceAll('.', '')}@gmail.com`
}
