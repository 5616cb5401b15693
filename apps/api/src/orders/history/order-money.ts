/** What the orders of some clients say of their money, in cents; each is the sum of an account of the ledger (PAY-06). */
export { moneyOfOrdersOf as orderMoneyOf } from './order-money.store.ts'
