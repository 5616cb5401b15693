import { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { FastifyContextConfig } from 'fastify'
import type { TSchema } from 'typebox'

/** The schemas of a route: request, and answers by status. */
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

/** Answers by status; every refusal has the error body of API-01. */
type Answers<Call extends Shape> = Pick<Call, keyof Call & (200 | 201)> & { '4xx': typeof ErrorBody }

const callOf =
  (who: NonNullable<FastifyContextConfig['who']>) =>
  <Call extends Shape>(summary: string, call: Call, config: Omit<FastifyContextConfig, 'who'> = {}) => {
    const { 200: ok, 201: created, ...request } = call
    const answers = { ...(ok && { 200: ok }), ...(created && { 201: created }), '4xx': ErrorBody } as Answers<Call>
    return { config: { ...config, who }, schema: { summary, ...request, response: answers } }
  }

/** Route options for a client's call: its caller, summary and schemas. */
export const clientCall = callOf('client')
export const operationsCall = callOf('operations')
export const openCall = callOf('anyone')

/** For a write whose handler stores the answer with {@link writeOnce} (API-11). */
export const storedWithWrite = { answerKept: 'with its write' } as const
