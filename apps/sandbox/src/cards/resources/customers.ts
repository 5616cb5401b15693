import { group, integer, type Parameter, ParameterError, text, unsettable } from '../../http/parameters.ts'
import { apiRoute } from '../api/api-route.ts'
import { expandParameter } from '../api/list-parameters.ts'
import { changedMetadata, metadata } from '../api/metadata.ts'
import { newCustomer } from '../objects/customer.ts'
import { previousOf } from '../previous-of.ts'
import { savedCard } from './payment-methods.ts'
import { readRoute } from './read-routes.ts'

const emailAddress: Parameter<string | undefined> = (value, path) => {
  const address = text(512)(value, path)
  if (address !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) {
    throw new ParameterError(`Invalid email address: ${address}`, path, 'email_invalid')
  }
  return address
}

const details = {
  ...expandParameter,
  email: unsettable(emailAddress),
  metadata,
  name: unsettable(text(256)),
  phone: unsettable(text(20)),
}
const changes = {
  ...details,
  balance: integer(),
  invoice_settings: group({ default_payment_method: unsettable(text()) }),
}

/** Customers: create, read, change. */
export const customerRoutes = [
  apiRoute('POST', '/customers', details, (provider, { email = null, name = null, phone = null, ...values }) => {
    const given = { email, name, phone, metadata: changedMetadata({}, values.metadata) }
    const customer = provider.customers.add(newCustomer(given, provider.clock.seconds()), {}).wire
    provider.log.record('customer.created', customer)
    return customer
  }),
  readRoute('/customers', 'customers'),
  apiRoute('POST', '/customers/:id', changes, (provider, values, id) => {
    const { wire: before } = provider.customers.get(id)
    const { balance = before.balance, email = before.email, name = before.name, phone = before.phone } = values
    const card = savedCard(provider, values.invoice_settings?.default_payment_method, id)
    const { invoice_settings: settings } = before
    const after = {
      ...before,
      balance,
      email,
      name,
      phone,
      metadata: changedMetadata(before.metadata, values.metadata),
      invoice_settings: card === undefined ? settings : { ...settings, default_payment_method: card },
    }
    provider.customers.save(after, {})
    provider.log.record('customer.updated', after, previousOf(before, after))
    return after
  }),
]
