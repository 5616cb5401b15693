import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import { compiledAtFirstUse } from './compiled-at-first-use.ts'

type Factory = ReturnType<typeof SerializerSelector.SerializerSelector>

/**
 * Compiles the schema of an answer once, however many routes answer with it: an order is the answer of a dozen, and each
 * compilation takes several milliseconds.
 */
export const sharedSerializers: Factory = (externalSchemas, options) => {
  const compile = SerializerSelector.SerializerSelector()(externalSchemas, options)
  const compiled = new Map<string, ReturnType<typeof compile>>()
  return compiledAtFirstUse((route) => {
    const text = JSON.stringify(route.schema)
    const serialize = compiled.get(text) ?? compile(route)
    compiled.set(text, serialize)
    return serialize
  })
}
