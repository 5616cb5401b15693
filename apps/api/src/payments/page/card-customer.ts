export { customerOf, dropCustomer, hasOpenAttempt } from './attempts.store.ts'
export { cardsPaidWith } from '../ledger/ledger.store.ts'
