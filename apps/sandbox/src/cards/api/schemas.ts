import type { FastifyError } from 'fastify'
import { type TObject, type TOptional, type TProperties, Type } from 'typebox'
import { ApiError, invalidParameter } from './api-error.ts'

/** An object with exactly the listed properties. */
export const group = <Table extends TProperties>(table: Table): TObject<Table> =>
  Type.Object(table, { additionalProperties: false })

/** Optional parameters. */
export function optional<Table extends TProperties>(table: Table) {
  const entries = Object.entries(table).map(([name, schema]) => [name, Type.Optional(schema)])
  return Object.fromEntries(entries) as { [Name in keyof Table]: TOptional<Table[Name]> }
}

/** Non-empty text: an empty text means "unset". */
export const text = (maxLength = 5000) => Type.String({ minLength: 1, maxLength })
/** Text; an empty one unsets the field. */
export const unsettable = (maxLength = 5000) => Type.String({ maxLength })
/** A time in seconds. */
export const moment = Type.Integer()
/** Creation time: from an instant, and optionally before another. */
export const created = group({ gte: moment, lt: Type.Optional(moment) })

/** A unit price in cents. */
export const unitAmount = Type.Integer({ minimum: 0, maximum: 99_999_999 })

/** Currencies with cents; others have other limits and formats. */
export const currency = Type.Enum(['usd', 'eur'])

/** Texts by name, stored with an object for its owner; an empty text removes its name. */
export const metadata = Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
  maxProperties: 50,
  propertyNames: { maxLength: 40 },
})

/** Merges metadata by name; an empty value removes its name. */
export function changedMetadata(
  before: Record<string, string>,
  change: Record<string, string> = {},
): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''))
}

/** The wire's error codes by the schema's keyword. */
const codeOfKeyword: Readonly<Record<string, string>> = {
  additionalProperties: 'parameter_unknown',
  maximum: 'parameter_invalid_integer',
  minimum: 'parameter_invalid_integer',
  minLength: 'parameter_invalid_empty',
  required: 'parameter_missing',
}

/** Converts a refusal into the wire's error; any other error is a bug of the sandbox. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { validation: [wrong] = [], statusCode = 500, message } = error as FastifyError
  if (wrong !== undefined) {
    const { additionalProperty, missingProperty, type } = wrong.params as Record<string, string | undefined>
    const [first = '', ...rest] = `${wrong.instancePath}/${additionalProperty ?? missingProperty ?? ''}`
      .split('/')
      .filter(Boolean)
    const path = first + rest.map((name) => `[${name}]`).join('')
    const urlCode = wrong.keyword === 'pattern' ? (first.endsWith('_url') ? 'url_invalid' : 'email_invalid') : undefined
    const code = type === 'integer' ? 'parameter_invalid_integer' : (urlCode ?? codeOfKeyword[wrong.keyword])
    return invalidParameter(`${path} ${wrong.message ?? 'is wrong'}.`, path, code)
  }
  if (statusCode < 500) return new ApiError(400, { type: 'invalid_request_error', message })
  console.error(error)
  return new ApiError(500, { type: 'api_error', message: 'The sandbox failed; see its log.' })
}
