import { type Static, Type } from 'typebox'

/**
 * The form for a tip (PAY-09). Post it to `action` as an HTML form with all `fields`, one of `options` as `amount`
 * (dollars), and `success_url` and `cancel_url`, paths of this site.
 */
export const TipForm = Type.Object({
  action: Type.String(),
  options: Type.Array(Type.Object({ percent: Type.Integer(), amount: Type.Number() })),
  fields: Type.Object({
    /** Signed by the server, valid for an hour. */
    details: Type.String(),
    client_id: Type.String(),
    currency: Type.String(),
    company: Type.String(),
    vendor: Type.String(),
    payment_method_name: Type.String(),
  }),
})
export type TipForm = Static<typeof TipForm>
