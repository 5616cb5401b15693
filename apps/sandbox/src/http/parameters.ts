/** A parameter that is unknown, missing or wrong; `parameter` is its path, such as `line_items[0][quantity]`. */
export class ParameterError extends Error {
  readonly parameter: string
  readonly code: string | undefined

  constructor(message: string, parameter: string, code?: string) {
    super(message)
    this.parameter = parameter
    this.code = code
  }
}

/** Reads and checks one parameter of a form or of JSON. `path` is its full name, for messages. */
export type Parameter<Value> = (value: unknown, path: string) => Value

/** The parameters of one call or of one nested hash, by name. */
export type ParameterTable = Readonly<Record<string, Parameter<unknown>>>

/** What a table of parameters reads to. */
export type ParameterValues<Table extends ParameterTable> = { [Name in keyof Table]: ReturnType<Table[Name]> }

/** What is left out stays so; everything else is read as text, as a form has it. */
function ofText<Value>(read: (given: string, path: string) => Value): Parameter<Value | undefined> {
  return (value, path) => {
    if (value === undefined) return undefined
    if (typeof value === 'object') throw new ParameterError(`Invalid string: ${path}`, path, 'parameter_invalid_string')
    return read(String(value), path)
  }
}

/** Text of at most `maximum` characters; the empty text is refused, because it means "unset". */
export const text = (maximum = 5000) =>
  ofText((given, path) => {
    if (given === '') {
      throw new ParameterError(`You passed an empty string for '${path}'.`, path, 'parameter_invalid_empty')
    }
    if (given.length > maximum) {
      throw new ParameterError(`Invalid string: ${path} must be at most ${maximum} characters`, path)
    }
    return given
  })

/** A whole number within limits. */
export const integer = ({ minimum = -Infinity, maximum = Infinity } = {}) =>
  ofText((given, path) => {
    const refuse = (message: string) => new ParameterError(message, path, 'parameter_invalid_integer')
    if (!/^-?\d{1,15}$/.test(given)) throw refuse(`Invalid integer: ${given}`)
    const number = Number(given)
    if (number < minimum) throw refuse(`This value must be greater than or equal to ${minimum}.`)
    if (number > maximum) throw refuse(`This value must be less than or equal to ${maximum}.`)
    return number
  })

/** `true` or `false`. */
export const flag = () =>
  ofText((given, path) => {
    if (given !== 'true' && given !== 'false') throw new ParameterError(`Invalid boolean: ${given}`, path)
    return given === 'true'
  })

/** One of the listed values. The SDK's types let any text through, so only this check finds a misspelt one. */
export const oneOf = <const Value extends string>(...values: readonly Value[]) =>
  ofText((given, path) => {
    const found = values.find((candidate) => candidate === given)
    if (!found) throw new ParameterError(`Invalid ${path}: must be one of ${values.join(', ')}`, path)
    return found
  })

/** A list, each item read by `item`. */
export function listOf<Value>(item: Parameter<Value>): Parameter<Exclude<Value, undefined>[] | undefined> {
  return (value, path) => {
    if (value === undefined) return undefined
    if (!Array.isArray(value)) throw new ParameterError('Invalid array', path)
    return value.map((each, index) => item(each, `${path}[${index}]`) as Exclude<Value, undefined>)
  }
}

/** The named values of a parameter that is a hash. */
export function hash(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new ParameterError('Invalid hash', path)
}

/** A nested hash with parameters of its own. */
export function group<Table extends ParameterTable>(table: Table): Parameter<ParameterValues<Table> | undefined> {
  return (value, path) => (value === undefined ? undefined : readTable(table, hash(value, path), path))
}

/** Refuses a call that leaves the parameter out. */
export function required<Value>(parameter: Parameter<Value>): Parameter<Exclude<Value, undefined>> {
  return (value, path) => {
    if (value === undefined) throw new ParameterError(`Missing required param: ${path}.`, path, 'parameter_missing')
    return parameter(value, path) as Exclude<Value, undefined>
  }
}

/** Takes the empty text as "unset", read as null. */
export function unsettable<Value>(parameter: Parameter<Value>): Parameter<Value | null> {
  return (value, path) => (value === '' ? null : parameter(value, path))
}

function readTable<Table extends ParameterTable>(
  table: Table,
  values: Readonly<Record<string, unknown>>,
  place: string,
): ParameterValues<Table> {
  const pathOf = (name: string) => (place === '' ? name : `${place}[${name}]`)
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(table, name)) {
      throw new ParameterError(`Received unknown parameter: ${pathOf(name)}`, pathOf(name), 'parameter_unknown')
    }
  }
  const entries = Object.entries(table).map(([name, read]) => [name, read(values[name], pathOf(name))])
  return Object.fromEntries(entries) as ParameterValues<Table>
}

/**
 * Reads all parameters of a call from its query or its body.
 *
 * @throws {ParameterError} for the first that is unknown, missing or wrong.
 */
export function readParameters<Table extends ParameterTable>(table: Table, values: unknown): ParameterValues<Table> {
  return readTable(table, hash(values ?? {}, ''), '')
}
