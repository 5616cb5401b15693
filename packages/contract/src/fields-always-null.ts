import { Type } from 'typebox'

/**
 * Fields that the specification's section 3 names and that have no value here: they are on the wire and always null, for the
 * reason that stands with each (API-12, decision 0068). The OpenAPI document says so, and a test compares it with the schemas.
 */
export const fieldsAlwaysNull = {
  order: {
    force_review_at:
      'nothing forces a review here; whom the cabinet asks to rate is said by to_rate of the list (STATE-13)',
    url_actual:
      'the specification does not say which address it is; an order has the address /order/{id}, and payment_link for its payment',
  },
  attachment: {
    location:
      'a link is made for one reader and expires within minutes (FILE-04), so it is asked for when it is wanted: the files of the order have it',
  },
  client: {
    facebook: 'nobody signs in by Facebook, so no account of theirs is known',
    facebook_messenger: 'an id that came with a form that anybody may send proves nothing of the client (MSG-03)',
    credentials: 'there are no passwords: people sign in by codes and links (AUTH-02, AUTH-08)',
  },
} as const

type Kind = keyof typeof fieldsAlwaysNull

/** One value under each of a kind's fields that are always null. */
function underNullFields<K extends Kind, Value>(kind: K, value: Value) {
  const names = Object.keys(fieldsAlwaysNull[kind])
  return Object.fromEntries(names.map((name) => [name, value])) as Record<keyof (typeof fieldsAlwaysNull)[K], Value>
}

/** What they are in an answer. */
export const nullFields = <K extends Kind>(kind: K) => underNullFields(kind, null)

/** What they are in its schema. */
export const nullSchemas = <K extends Kind>(kind: K) => underNullFields(kind, Type.Null())

/** The fields of one kind of thing that have no value, in a sentence for its schema. */
export const alwaysNullText = (kind: Kind): string =>
  `Always null: ${Object.entries(fieldsAlwaysNull[kind])
    .map(([field, reason]) => `${field} (${reason})`)
    .join('; ')}.`
