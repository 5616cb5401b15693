import type { FastifyError } from 'fastify'
import { type TObject, type TOptional, type TProperties, Type } from 'typebox'
import { ApiError, invalidParameter } from './api-error.ts'

/** A group of parameters: nothing but what is listed. */
export const group = <Table extends TProperties>(table: Table): TObject<Table> =>
  Type.Object(table, { additionalProperties: false })

/** Parameters that may be left out. */
export function optional<Table extends TProperties>(table: Table) {
  const entries = Object.entries(table).map(([name, schema]) => [name, Type.Optional(schema)])
  return Object.fromEntries(entries) as { [Name in keyof Table]: TOptional<Table[Name]> }
}

/** Text that is not empty: the empty text means "unset". */
export const text = (maxLength = 5000) => Type.String({ minLength: 1, maxLength })
/** Text that an empty one unsets. */
export const unsettable = (maxLength = 5000) => Type.String({ maxLength })
/** A time in seconds. */
export const moment = Type.Integer()
/** The objects made since a time, and before another. */
export const created = group({ gte: moment, lt: Type.Optional(moment) })

/** What one of something costs, in cents. */
export const unitAmount = Type.Integer({ minimum: 0, maximum: 99_999_999 })

/** Currencies with cents; others would need other limits and another way to write amounts. */
export const currency = Type.Enum(['usd', 'eur'])

/** Texts by name, kept with an object for its owner; an empty text unsets its name. */
export const metadata = Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
  maxProperties: 50,
  propertyNames: { maxLength: 40 },
})

/** The metadata after a change: names are merged, empty values removed. */
export function changedMetadata(
  before: Record<string, string>,
  change: Record<string, string> = {},
): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''))
}

/** The wire's words for what is wrong with a parameter, by the schema's. */
const CODES: Readonly<Record<string, string>> = {
  additionalProperties: 'parameter_unknown',
  maximum: 'parameter_invalid_integer',
  minimum: 'parameter_invalid_integer',
  minLength: 'parameter_invalid_empty',
  required: 'parameter_missing',
}

/** Every refusal as the error of the wire; anything else is a fault of the sandbox's own. */
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
    const code = type === 'integer' ? 'parameter_invalid_integer' : (urlCode ?? CODES[wrong.keyword])
    return invalidParameter(`${path} ${wrong.message ?? 'is wrong'}.`, path, code)
  }
  if (statusCode < 500) return new ApiError(400, { type: 'invalid_request_error', message })
  console.error(error)
  return new ApiError(500, { type: 'api_error', message: 'The sandbox failed; see its log.' })
}
