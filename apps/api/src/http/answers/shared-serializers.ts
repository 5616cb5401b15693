import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import { compiledAtFirstUse } from '../compiled-at-first-use.ts'

type Factory = ReturnType<typeof SerializerSelector.SerializerSelector>

/**
 * Merges "a text or null" into one schema of two types. For a union the library validates each value to find the part
 * that fits, and an order has thirty such fields.
 */
const plainNullable = (_name: string, part: unknown): unknown => {
  const [first, second, ...others] = (part as { anyOf?: Record<string, unknown>[] } | null)?.anyOf ?? []
  const isPlain = typeof first?.type === 'string' && first.type !== 'object' && !('const' in first)
  if (!isPlain || second?.type !== 'null' || others.length > 0) return part
  return { ...first, type: [first.type, 'null'], ...(Array.isArray(first.enum) && { enum: [...first.enum, null] }) }
}

/**
 * Compiles each answer schema once for all routes that use it: a dozen routes answer an order, and each compilation
 * takes several milliseconds.
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
