export { customerOf, dropCustomer, openAttemptOf } from './attempts.store.ts'
export { cardsPaidWith } from '../ledger/ledger.store.ts'
