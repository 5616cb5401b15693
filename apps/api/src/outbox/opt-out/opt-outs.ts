/** Whether an address wants no messages about orders and none of marketing (LAW-07); such a wish, and its end. */
export { deleteOptOut as endOptOut, insertOptOut as noteOptOut, isOptedOut as hasOptedOut } from './opt-outs.store.ts'
