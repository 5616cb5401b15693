import { pathOf } from './joined-path.ts'

/** Addresses of the desk (DESK-01). */
export const deskPaths = {
  queue: () => '/',
  order: (idOrNumber: string) => pathOf`/orders/${idOrNumber}`,
  /** The search over everything (DESK-03); `?q=` has the words. */
  find: () => '/find',
  client: (id: string) => pathOf`/clients/${id}`,
  /** A person who wrote to us without an account, by one of their messages. */
  contact: (id: string) => pathOf`/contacts/${id}`,
  conversations: () => '/conversations',
  /** By the order's number, or the client's id for the general one. */
  conversation: (id: string) => pathOf`/conversations/${id}`,
  nerds: () => '/nerds',
  newNerd: () => '/nerds/new',
  nerd: (id: string) => pathOf`/nerds/${id}`,
  coupons: () => '/coupons',
  newCoupon: () => '/coupons/new',
  coupon: (code: string) => pathOf`/coupons/code/${code}`,
  prices: () => '/prices',
  books: () => '/books',
  log: () => '/log',
  staff: () => '/staff',
  signIn: () => '/sign-in',
  /** The page of a mailed link (OPS-15); browsers send no fragment, so the key reaches no log. */
  signInLink: (key: string) => pathOf`/sign-in#${key}`,
} as const
