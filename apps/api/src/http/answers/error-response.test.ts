import { Writable } from 'node:stream'
import Fastify from 'fastify'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { answerErrors } from './error-response.ts'

test.each([
  [
    'without a code',
    new Stripe.errors.StripeAuthenticationError({
      message: 'No such key',
      type: 'api_error',
      statusCode: 401,
    } as never),
  ],
  ['without anything but a status', Object.assign(new Error('Gone wrong'), { statusCode: 418, code: undefined })],
  ['whose code is a number', Object.assign(new Error('Gone wrong'), { statusCode: 400, code: 7 })],
])('[HOLD-07][API-01] a provider’s error %s gets our error body, and the log has its details', async (_, error) => {
  const lines: string[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line))
      done()
    },
  })
  const app = Fastify({ logger: { level: 'error', stream } })
  answerErrors(app)
  app.get('/', () => {
    throw error
  })
  const answer = await app.inject('/')
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({
    text: 'Something went wrong on our side. Please try again.',
    error_value: null,
    error_type: 'internal',
  })
  expect(answer.headers['x-request-id']).toBeTruthy()
  expect(JSON.parse(lines.join(''))).toMatchObject({ msg: 'failed', err: { message: error.message } })
})
