import { pathOf } from './joined-path.ts'

/** Addresses of the desk (DESK-01). */
export const deskPaths = {
  queue: () => '/',
  order: (idOrNumber: string) => pathOf`/orders/${idOrNumber}`,
  signIn: () => '/sign-in',
  /** The page of a mailed link (OPS-15); browsers send no fragment, so the key reaches no log. */
  signInLink: (key: string) => pathOf`/sign-in#${key}`,
} as const
