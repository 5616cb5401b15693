import { Type } from 'typebox'

/**
 * Fields of the specification's section 3 that are always null on the wire, each with its reason (API-12, decision
 * 0068). The OpenAPI document lists them, and a test compares them with the schemas.
 */
export const fieldsAlwaysNull = {
  order: {
    force_review_at:
      'nothing forces a review here; to_rate of the list is the order that the cabinet asks to rate (STATE-13)',
    url_actual:
      'the specification does not define it; the page of an order is /order/{id}, and payment_link is the link to pay it',
  },
  attachment: {
    location: 'a link is for one reader and expires within minutes (FILE-04); GET the order’s files for a current one',
  },
  client: {
    facebook: 'there is no sign-in with Facebook',
    facebook_messenger: 'anybody may send the form with this id, so it proves no link to the client (MSG-03)',
    credentials: 'there are no passwords: people sign in by codes and links (AUTH-02, AUTH-08)',
  },
} as const

type Kind = keyof typeof fieldsAlwaysNull

/** Maps each null field of a kind to a value. */
function underNullFields<K extends Kind, Value>(kind: K, value: Value) {
  const names = Object.keys(fieldsAlwaysNull[kind])
  return Object.fromEntries(names.map((name) => [name, value])) as Record<keyof (typeof fieldsAlwaysNull)[K], Value>
}

/** The fields in an answer. */
export const nullFields = <K extends Kind>(kind: K) => underNullFields(kind, null)

/** The fields in a schema. */
export const nullSchemas = <K extends Kind>(kind: K) => underNullFields(kind, Type.Null())

/** The null fields of a kind as a sentence for its schema. */
export const alwaysNullText = (kind: Kind): string =>
  `Always null: ${Object.entries(fieldsAlwaysNull[kind])
    .map(([field, reason]) => `${field} (${reason})`)
    .join('; ')}.`
