const signs = '[\\w-]'

/**
 * The forms of what stands in addresses, as sources of whole patterns: the schemas of the calls and the table of the
 * web app's routes use the same (SAFE-01). None has room for a slash, an escape or a segment of dots.
 */
export const addressForms = {
  /** A key of a row, as the product makes them. */
  id: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  /** An order for operations: its key or its number. */
  idOrNumber: '^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9]{1,20})$',
  /** What opens something to whoever has it, with the parts of signed ones; one that was cut off still has this form. */
  key: `^${signs}{1,255}(\\.${signs}{1,255}){0,9}$`,
  /** An id that a provider made. */
  providerId: `^${signs}{1,255}$`,
  /** A word that the product knows, such as a job type or a filter; which ones, the screen says. */
  word: `^${signs}{1,64}$`,
  /** Dollars. */
  amount: '^[0-9]{1,6}(\\.[0-9]{1,2})?$',
} as const satisfies Record<string, string>

/** The name of a form. */
export type AddressForm = keyof typeof addressForms
