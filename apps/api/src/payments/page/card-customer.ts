export { customerOf as cardCustomerOf, dropCustomer } from './attempts.store.ts'
export { cardsOf as cardsPaidWith } from '../ledger/ledger.store.ts'
