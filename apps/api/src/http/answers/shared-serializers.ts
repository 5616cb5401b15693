import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import { compiledAtFirstUse } from '../compiled-at-first-use.ts'

type Factory = ReturnType<typeof SerializerSelector.SerializerSelector>

/**
 * "A text or null" as one schema of two types: of a union the library asks a validator which part fits, for each value, and
 * an order has thirty such fields. What a part says besides its type holds for either.
 */
const plainNullable = (_name: string, part: unknown): unknown => {
  const [first, second, ...others] = (part as { anyOf?: Record<string, unknown>[] } | null)?.anyOf ?? []
  const isPlain = typeof first?.type === 'string' && first.type !== 'object' && !('const' in first)
  return isPlain && second?.type === 'null' && others.length === 0 ? { ...first, type: [first.type, 'null'] } : part
}

/**
 * Compiles the schema of an answer once, however many routes answer with it: an order is the answer of a dozen, and each
 * compilation takes several milliseconds.
 */
export const sharedSerializers: Factory = (externalSchemas, options) => {
  const compile = SerializerSelector.SerializerSelector()(externalSchemas, options)
  const compiled = new Map<string, ReturnType<typeof compile>>()
  return compiledAtFirstUse((route) => {
    const text = JSON.stringify(route.schema)
    const serialize = compiled.get(text) ?? compile({ ...route, schema: JSON.parse(text, plainNullable) })
    compiled.set(text, serialize)
    return serialize
  })
}
