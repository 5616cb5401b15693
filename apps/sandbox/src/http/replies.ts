import type { HttpReply } from './http-server.ts'

/** A JSON answer, indented as people like to read it. */
export function jsonReply(body: unknown, status = 200): HttpReply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: `${JSON.stringify(body, null, 2)}\n`,
  }
}

/** Sends a browser on with GET, also after a form post. */
export function seeOther(location: string): HttpReply {
  return { status: 303, headers: { location, 'cache-control': 'no-store' } }
}

/** What a lost proxy answers: a page, with success. */
export const NONSENSE: HttpReply = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Welcome</title><p>It works!</p>',
}
