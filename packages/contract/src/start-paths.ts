import { pathOf } from './joined-path.ts'

/** The id of the honor code's section on `/refunds` (PUB-04). */
export const prohibitedRequestsId = 'prohibited-requests'

/** The addresses that `/start` uses, part of `webPaths`: its script contains no others (DOOR-01). */
export const startPaths = {
  login: () => '/login',
  logout: () => '/logout',
  /** The entry for newcomers (DOOR-01). */
  start: () => '/start',
  contactUs: () => '/contact-us',
  privacyPolicy: () => '/privacy-policy',
  terms: () => '/terms',
  refunds: () => '/refunds',
  /** The honor code (PUB-04), a section of the page above. */
  prohibitedRequests: () => pathOf`/refunds#${prohibitedRequestsId}`,
  newOrderForm: (jobType: string) => pathOf`/neworder/${jobType}`,
  orders: () => '/orders',
} as const
