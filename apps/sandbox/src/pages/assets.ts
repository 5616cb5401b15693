import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const DIRECTORY = new URL('../../assets/', import.meta.url)

const TYPES: Readonly<Record<string, string>> = {
  'sandbox.css': 'text/css; charset=utf-8',
  'mailbox.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}

/** The files of the pages: a fixed list, read at start, so that no path leads elsewhere. */
export function assetRoutes(server: FastifyInstance): void {
  for (const [name, type] of Object.entries(TYPES)) {
    const body = readFileSync(new URL(name, DIRECTORY))
    server.get(`/assets/${name}`, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(body))
  }
}
