import { hash, type Parameter, ParameterError } from '../../http/parameters.ts'

/** The provider's limits on metadata. */
const LIMITS = { keys: 50, key: 40, value: 500 }

/** Texts by name, kept with an object for its owner. Null unsets all of it; an empty value unsets that name. */
export const metadata: Parameter<Record<string, string> | null | undefined> = (value, path) => {
  if (value === undefined) return undefined
  if (value === '') return null
  const entries = Object.entries(hash(value, path)).map(([name, text]): [string, string] => {
    const place = `${path}[${name}]`
    if (typeof text !== 'string') throw new ParameterError('Metadata values must be strings.', place)
    if (name.length > LIMITS.key) {
      throw new ParameterError(`Metadata keys can be up to ${LIMITS.key} characters in length.`, place)
    }
    if (text.length > LIMITS.value) {
      throw new ParameterError(`Metadata values can be up to ${LIMITS.value} characters in length.`, place)
    }
    return [name, text]
  })
  if (entries.length > LIMITS.keys) {
    throw new ParameterError(`You can have up to ${LIMITS.keys} metadata keys.`, path)
  }
  return Object.fromEntries(entries)
}

/** The metadata after a change: names are merged, empty values removed, null empties it. */
export function changedMetadata(
  before: Record<string, string>,
  change: Record<string, string> | null | undefined,
): Record<string, string> {
  if (change === null) return {}
  const merged = { ...before, ...change }
  return Object.fromEntries(Object.entries(merged).filter(([, text]) => text !== ''))
}
