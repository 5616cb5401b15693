export { customerOf, dropCustomer } from './attempts.store.ts'
export { cardsPaidWith } from '../ledger/ledger.store.ts'
