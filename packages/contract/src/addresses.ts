import { Type } from 'typebox'
import { type AddressForm, addressForms } from './address-forms.ts'

const formed = (form: AddressForm) => Type.String({ pattern: addressForms[form] })

/** What stands in the addresses of calls; another form is nobody's, and answers 404 like any other (SAFE-01, AUTH-19). */
export const IdAddress = Type.Object({ id: formed('id') })

/** An order, for operations: by its key or its number. */
export const OperationsOrderAddress = Type.Object({ id: formed('idOrNumber') })

/** A subscription, as the provider names it. */
export const SubscriptionAddress = Type.Object({ id: formed('providerId') })

/** The key of an upload page. */
export const PageAddress = Type.Object({ pageId: formed('key') })

/** An upload of an upload page. */
export const PageUploadAddress = Type.Object({ pageId: formed('key'), uploadId: formed('id') })

/** A signed token. */
export const TokenAddress = Type.Object({ token: formed('key') })
