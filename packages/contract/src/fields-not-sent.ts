/**
 * Fields that the specification's section 3 names and that are not on the wire, with the reason of each (API-12, decision
 * 0036). What is here stands in the OpenAPI document, and a test compares it with the schemas.
 */
export const fieldsNotSent = {
  order: {
    force_review_at:
      'nothing forces a review here; whom the cabinet asks to rate is said by to_rate of the list (STATE-13)',
    url_actual:
      'the specification does not say which address it is; an order has the address /order/{id}, and payment_link for its payment',
  },
  attachment: {
    status: 'an attachment has arrived; loading, error and failed are states of an upload in the browser (FILE-02)',
    progress: 'it belongs to an upload in the browser (FILE-01)',
    location:
      'a link is made for one reader and expires within minutes (FILE-04), so it is asked for when it is wanted: the files of the order have it',
  },
  client: {
    facebook: 'nobody signs in by Facebook, so no account of theirs is known',
    facebook_messenger: 'an id that came with a form that anybody may send proves nothing of the client (MSG-03)',
    credentials: 'there are no passwords: people sign in by codes and links (AUTH-02, AUTH-08)',
  },
} as const

/** The fields that one kind of thing lacks, in a sentence for its schema. */
export const notSentText = (kind: keyof typeof fieldsNotSent): string =>
  `Not sent: ${Object.entries(fieldsNotSent[kind])
    .map(([field, reason]) => `${field} (${reason})`)
    .join('; ')}.`
