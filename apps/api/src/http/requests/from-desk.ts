import type { IncomingMessage } from 'node:http'

const origins = new WeakMap<IncomingMessage, string>()

/** Marks a request to the desk's origin, which only staff use (DESK-09). */
export const markFromDesk = (request: IncomingMessage, origin: string): void => void origins.set(request, origin)

/** The desk's origin, if a request came to it. */
export const deskOrigin = (request: IncomingMessage): string | undefined => origins.get(request)

const isSecure = (origin: string) => origin.startsWith('https:')

/** The cookie with the token of a staff session; browsers send a `__Host-` cookie only to its origin. */
export const deskCookie = (origin: string): string => (isSecure(origin) ? '__Host-desk' : 'desk')

/** `Set-Cookie` for a session, hidden from scripts (DESK-09); without a session it removes the cookie. */
export function deskSession(origin: string, session?: { token: string; lifeMs: number }): string {
  const { token = '', lifeMs = 0 } = session ?? {}
  const secure = isSecure(origin) ? '; Secure' : ''
  return `${deskCookie(origin)}=${token}; Path=/; Max-Age=${lifeMs / 1000}; HttpOnly; SameSite=Strict${secure}`
}
