/** Writes into an order's history what happened to it beside the events of STATE-17, in the transaction that does it. */
export { insertOrderEvent as noteOrderEvent } from '../orders.store.ts'
