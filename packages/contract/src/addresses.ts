import { Type } from 'typebox'
import { type AddressForm, addressForms } from './address-forms.ts'

const formed = (form: AddressForm) => Type.String({ pattern: addressForms[form] })

/** Parameters in the addresses of calls; malformed ones answer 404 like unknown ones (SAFE-01, AUTH-19). */
export const IdAddress = Type.Object({ id: formed('id') })

/** An order for operations, by its UUID or number. */
export const OperationsOrderAddress = Type.Object({ id: formed('idOrNumber') })

/** A day of the books. */
export const DayAddress = Type.Object({ day: formed('day') })

/** A subscription by the provider's id. */
export const SubscriptionAddress = Type.Object({ id: formed('providerId') })

/** The key of an upload page. */
export const PageAddress = Type.Object({ pageId: formed('key') })

/** An upload on an upload page. */
export const PageUploadAddress = Type.Object({ pageId: formed('key'), uploadId: formed('id') })

/** A signed token. */
export const TokenAddress = Type.Object({ token: formed('key') })
