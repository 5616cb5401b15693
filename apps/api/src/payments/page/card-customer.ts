/** A client's customer at the card provider, nothing before they ever paid; and the marks of the cards that they paid with. */
export { customerOf as cardCustomerOf, dropCustomer } from './attempts.store.ts'
export { cardsOf as cardsPaidWith } from '../ledger/ledger.store.ts'
