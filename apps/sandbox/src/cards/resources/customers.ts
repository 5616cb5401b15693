import { group, type Parameter, ParameterError, text, unsettable } from '../../http/parameters.ts'
import { apiRoute } from '../api/api-route.ts'
import { expandParameter, listParameters, whereCreated } from '../api/list-parameters.ts'
import { changedMetadata, metadata } from '../api/metadata.ts'
import { whereField } from '../collection.ts'
import { type Customer, newCustomer } from '../objects/customer.ts'
import { previousOf } from '../previous-of.ts'
import { savedCard } from './payment-methods.ts'

const email: Parameter<string | undefined> = (value, path) => {
  const address = text(512)(value, path)
  if (address !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) {
    throw new ParameterError(`Invalid email address: ${address}`, path, 'email_invalid')
  }
  return address
}

const details = {
  ...expandParameter,
  description: unsettable(text()),
  email: unsettable(email),
  metadata,
  name: unsettable(text(256)),
  phone: unsettable(text(20)),
}

const changes = { ...details, invoice_settings: group({ default_payment_method: unsettable(text()) }) }

/** Customers: create, read, change, list. */
export const customerRoutes = [
  apiRoute('POST', '/v1/customers', details, (provider, values) => {
    const customer = newCustomer(
      {
        description: values.description ?? null,
        email: values.email ?? null,
        metadata: changedMetadata({}, values.metadata),
        name: values.name ?? null,
        phone: values.phone ?? null,
      },
      provider.clock.seconds(),
    )
    provider.customers.add(customer, {})
    provider.log.record('customer.created', customer)
    return customer
  }),

  apiRoute('GET', '/v1/customers/:id', expandParameter, (provider, _, id) => provider.customers.get(id).wire),

  apiRoute('POST', '/v1/customers/:id', changes, (provider, values, id) => {
    const { wire: before } = provider.customers.get(id)
    const kept = <Value>(value: Value | undefined, old: Value) => (value === undefined ? old : value)
    const after = {
      ...before,
      description: kept(values.description, before.description),
      email: kept(values.email, before.email),
      invoice_settings: {
        ...before.invoice_settings,
        default_payment_method: kept(
          savedCard(provider, values.invoice_settings?.default_payment_method, id),
          before.invoice_settings.default_payment_method,
        ),
      },
      metadata: changedMetadata(before.metadata, values.metadata),
      name: kept(values.name, before.name),
      phone: kept(values.phone, before.phone),
    } satisfies Customer
    provider.customers.save(after, {})
    provider.log.record('customer.updated', after, previousOf(before, after))
    return after
  }),

  apiRoute('GET', '/v1/customers', { ...listParameters, email: text(512) }, (provider, values) =>
    provider.customers.list(
      '/v1/customers',
      [...whereField('email', values.email), ...whereCreated(values.created)],
      values,
    ),
  ),
]
