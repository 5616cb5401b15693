import { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { FastifyContextConfig } from 'fastify'
import type { TSchema } from 'typebox'

/** What a call is sent and what it answers: schemas, those of answers under their status. */
interface Shape {
  description?: string
  params?: TSchema
  querystring?: TSchema
  body?: TSchema
  headers?: TSchema
  consumes?: string[]
  200?: TSchema
  201?: TSchema
}

/** The answers of a call, by status; whatever is refused has the one body of errors (API-01). */
type Answers<Given extends Shape> = Pick<Given, keyof Given & (200 | 201)> & { '4xx': typeof ErrorBody }

const callOf =
  (who: NonNullable<FastifyContextConfig['who']>) =>
  <Given extends Shape>(summary: string, given: Given, config: Omit<FastifyContextConfig, 'who'> = {}) => {
    const { 200: ok, 201: created, ...asked } = given
    const answers = { ...(ok && { 200: ok }), ...(created && { 201: created }), '4xx': ErrorBody } as Answers<Given>
    return { config: { ...config, who }, schema: { summary, ...asked, response: answers } }
  }

/** The options of a route that a client calls: what the document says of it, and its schemas. */
export const clientCall = callOf('client')
/** The same for operations. */
export const operationsCall = callOf('operations')
/** The same for anyone. */
export const openCall = callOf('anyone')

/** Of a write whose handler keeps the answer of its key by `writeOnce` (API-11). */
export const keptWithWrite = { answerKept: 'with its write' } as const
