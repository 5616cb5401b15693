import { Type } from 'typebox'
import { cardCall } from '../api/card-call.ts'
import { changedMetadata, group, metadata, optional, text, unsettable } from '../api/schemas.ts'
import { newCustomer } from '../objects/customer.ts'
import { savedCard } from './payment-methods.ts'

const details = {
  email: Type.String({ maxLength: 512, pattern: '^$|^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$' }),
  metadata,
  name: unsettable(256),
  phone: unsettable(20),
}
const changes = { ...details, balance: Type.Integer(), invoice_settings: group({ default_payment_method: text() }) }

/** A text after a call: unchanged if absent, null if unset. */
const after = (before: string | null, value: string | undefined) => (value === undefined ? before : value || null)

/** Customers: create, change. */
export const customerCalls = [
  cardCall('POST', '/customers', optional(details), (provider, { email, name, phone, metadata: entries }) => {
    const contact = { email: after(null, email), name: after(null, name), phone: after(null, phone) }
    const customer = newCustomer({ ...contact, metadata: changedMetadata({}, entries) }, provider.clock.seconds())
    return provider.customers.add(customer)
  }),
  cardCall('POST', '/customers/:id', optional(changes), (provider, { invoice_settings: settings, ...values }, id) => {
    const before = provider.customers.get(id)
    const card = settings && savedCard(provider, settings.default_payment_method, id)
    return provider.customers.change(before, {
      balance: values.balance ?? before.balance,
      email: after(before.email, values.email),
      name: after(before.name, values.name),
      phone: after(before.phone, values.phone),
      metadata: changedMetadata(before.metadata, values.metadata),
      invoice_settings: { default_payment_method: card ?? before.invoice_settings.default_payment_method },
    })
  }),
]
