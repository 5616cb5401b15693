import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { AppContext } from '../app-context.ts'
import { authenticateClients } from './authenticate.ts'

test('[API-13] a route without its caller in `config.who` stops the start', () => {
  const app = Fastify()
  authenticateClients(app, {} as AppContext)
  expect(() => app.get('/api/v3/everything', async () => 'all')).toThrow('does not declare config.who')
  expect(() => app.get('/api/v3/prices', { config: { who: 'anyone' } }, async () => 'all')).not.toThrow()
  expect(() => app.get('/login', async () => 'a page')).not.toThrow()
})
