import { readFileSync } from 'node:fs'
import type { HttpRoute } from '../http/http-server.ts'

const DIRECTORY = new URL('../../assets/', import.meta.url)

const TYPES: Readonly<Record<string, string>> = {
  'sandbox.css': 'text/css; charset=utf-8',
  'mailbox.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'fonts/besley-latin-wght-normal.woff2': 'font/woff2',
  'fonts/instrument-sans-latin-wght-normal.woff2': 'font/woff2',
}

/** The files of the pages: a fixed list, read at start, so that no path leads elsewhere. */
export function assetRoutes(): HttpRoute[] {
  return Object.entries(TYPES).map(([name, type]) => {
    const body = readFileSync(new URL(name, DIRECTORY))
    const fresh = name.startsWith('fonts/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    const headers = { 'content-type': type, 'cache-control': fresh }
    return { method: 'GET', path: `/assets/${name}`, handle: () => ({ status: 200, headers, body }) }
  })
}
