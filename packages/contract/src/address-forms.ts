const signs = '[\\w-]'

/**
 * Patterns for the variable parts of addresses, shared by the calls' schemas and the web app's routes (SAFE-01). No
 * pattern allows a slash, an escape or a dot segment.
 */
export const addressForms = {
  /** A UUID that the product made. */
  id: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  /** An order for operations: its UUID or its number. */
  idOrNumber: '^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9]{1,20})$',
  /** A secret that grants access, signed or not; a truncated one still matches. */
  key: `^${signs}{1,255}(\\.${signs}{1,255}){0,9}$`,
  /** An id from a provider. */
  providerId: `^${signs}{1,255}$`,
  /** A word of the product, such as a job type or a filter; the screen checks which. */
  word: `^${signs}{1,64}$`,
  /** A day: 2026-11-26. */
  day: '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$',
  /** Dollars. */
  amount: '^[0-9]{1,6}(\\.[0-9]{1,2})?$',
} as const satisfies Record<string, string>

export type AddressForm = keyof typeof addressForms
