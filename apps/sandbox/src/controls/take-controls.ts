import type { FastifyError, FastifyInstance } from 'fastify'
import { ApiError } from '../cards/api/api-error.ts'
import { ParameterError } from '../http/parameters.ts'

/** Makes a part of the server take JSON too, answer a refusal with `{error}` in a sentence, and refuse other websites' pages. */
export function takeControls(server: FastifyInstance): void {
  server.addContentTypeParser('application/json', { parseAs: 'string' }, server.getDefaultJsonParser('error', 'error'))
  server.addHook('onRequest', async (request, reply) => {
    if (request.headers['sec-fetch-site'] !== 'cross-site') return
    return reply.code(403).send({ error: 'Another website may not steer the sandbox.' })
  })
  server.setErrorHandler((error: FastifyError | ApiError | ParameterError, _request, reply) => {
    if (error instanceof ParameterError) return reply.code(400).send({ error: error.message })
    if (error instanceof ApiError) return reply.code(error.status).send({ error: error.message })
    throw error
  })
}
