/** Providers that ignore dots before the @. */
const dotlessDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an address leads to, to see that two addresses are one person's: without what follows a plus, without
 * dots where they do not count, in lower case. It is not an address to write to.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  const name = local.split('+', 1)[0] ?? ''
  if (!dotlessDomains.has(domain)) return `${name}@${domain}`
  return `${name.replaceAll('.', '')}@gmail.com`
}
