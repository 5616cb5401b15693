import type { FastifyRequest } from 'fastify'
import type { App } from '../app-type.ts'
import { refuseNul } from './json-body.ts'
import { Refusal } from '../refusal.ts'

const urlEncoded = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data'
/** More than any of our forms has. */
const mostFields = 100

/** Lets routes also accept forms, from a page or a provider; forms with files are refused. */
export function routesWithForms(app: App, routes: (scope: App) => void): void {
  void app.register(async (child) => {
    child.addContentTypeParser(urlEncoded, { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
      fieldsOf(new URLSearchParams(text)),
    )
    child.addContentTypeParser(multipart, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
      fieldsOf(await readMultipart(request.headers['content-type'] ?? '', body)),
    )
    routes(child as App)
  })
}

/** The fields of a form; empty for another kind of body. */
export function formFields(request: FastifyRequest): Record<string, string> {
  const { body } = request
  return typeof body === 'object' && body !== null ? (body as Record<string, string>) : {}
}

async function readMultipart(contentType: string, body: Buffer): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new Refusal(400, 'The body is not a form.', { type: 'invalid_request', value: 'body' })
  }
}

/** If a name repeats, the first value counts. */
function fieldsOf(form: Iterable<[string, unknown]>): Record<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of form) {
    if (typeof value !== 'string') throw new Refusal(422, `${name} must be text`, { value: name })
    if (value.includes('\0') || name.includes('\0')) throw refuseNul()
    if (!fields.has(name)) fields.set(name, value)
    if (fields.size > mostFields) throw new Refusal(422, 'The form has too many fields.', { value: 'body' })
  }
  return Object.fromEntries(fields)
}
