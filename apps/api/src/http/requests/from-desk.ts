import type { IncomingMessage } from 'node:http'

const fromDesk = new WeakSet<IncomingMessage>()

/** Notes that a request came to the desk's origin, which only staff use (DESK-09). */
export const markFromDesk = (request: IncomingMessage): void => void fromDesk.add(request)

/** Whether a request came to the desk's origin. */
export const isFromDesk = (request: IncomingMessage): boolean => fromDesk.has(request)

/** The name of the cookie with the token of a staff session; browsers keep a `__Host-` one for its origin alone. */
export const deskCookie = (origin: string): string => (origin.startsWith('https:') ? '__Host-desk' : 'desk')
