import { maxNoteLength } from '@nerdify/domain/orders/note.ts'
import { type Static, Type } from 'typebox'
import { closed } from './vocabulary.ts'

const Line = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
/** The page where a browser arrived, and its query, which may contain a share code (REF-04). */
export const landing = { landing: Line(2000), landing_query: Line(2000) }

/** MSG-01: the form in which a newcomer leaves a phone number; sent as a form. */
export const NewClientForm = closed({
  country: Line(40),
  phone: Type.String({ maxLength: 40 }),
  phone_ref: Line(100),
  email: Line(254),
  message: Line(maxNoteLength),
  ...landing,
})
export type NewClientForm = Static<typeof NewClientForm>

/**
 * MSG-03, sent as a form: texts back to `to`, a phone. With `crm_id`, sent as JSON with that client's session, it
 * announces their first order to them. `fake` is a honeypot: people leave it empty. `body` is stored and never
 * forwarded.
 */
export const TextBack = closed({
  to: Line(40),
  from_num: Line(40),
  fake: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Boolean()])),
  body: Line(maxNoteLength),
  facebook_page_id: Line(100),
  facebook_messenger_id: Line(100),
  ...landing,
  smstool_name: Line(20),
  crm_id: Line(64),
  number: Line(20),
  new_order_event: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Boolean()])),
})
export type TextBack = Static<typeof TextBack>

/** The form of the screen: every field, even if empty (MSG-03). */
export type TextBackForm = Record<
  | 'to'
  | 'from_num'
  | 'fake'
  | 'body'
  | 'facebook_page_id'
  | 'facebook_messenger_id'
  | 'landing'
  | 'landing_query'
  | 'smstool_name',
  string
>
