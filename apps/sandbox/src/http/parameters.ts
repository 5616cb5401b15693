import type { FormHash, FormValue } from './form-encoding.ts'

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

/** Reads and checks one parameter. `path` is its full name, for messages. */
export type Parameter<Value> = (value: FormValue | undefined, path: string) => Value

/** The parameters of one call or of one nested hash, by name. */
export type ParameterTable = Readonly<Record<string, Parameter<unknown>>>

/** What a table of parameters reads to. */
export type ParameterValues<Table extends ParameterTable> = { [Name in keyof Table]: ReturnType<Table[Name]> }

function plainText(value: FormValue, path: string): string {
  if (typeof value !== 'string') throw new ParameterError(`Invalid string: ${path}`, path, 'parameter_invalid_string')
  return value
}

/** Text of at most `maximum` characters; the empty text is refused, because it means "unset". */
export function text(maximum = 5000): Parameter<string | undefined> {
  return (value, path) => {
    if (value === undefined) return undefined
    const given = plainText(value, path)
    if (given === '') {
      throw new ParameterError(`You passed an empty string for '${path}'.`, path, 'parameter_invalid_empty')
    }
    if (given.length > maximum) {
      throw new ParameterError(`Invalid string: ${path} must be at most ${maximum} characters`, path)
    }
    return given
  }
}

/** A whole number within limits. */
export function integer(limits: { minimum?: number; maximum?: number } = {}): Parameter<number | undefined> {
  return (value, path) => {
    if (value === undefined) return undefined
    const given = plainText(value, path)
    if (!/^-?\d{1,15}$/.test(given)) {
      throw new ParameterError(`Invalid integer: ${given}`, path, 'parameter_invalid_integer')
    }
    const number = Number(given)
    if (limits.minimum !== undefined && number < limits.minimum) {
      const message = `This value must be greater than or equal to ${limits.minimum}.`
      throw new ParameterError(message, path, 'parameter_invalid_integer')
    }
    if (limits.maximum !== undefined && number > limits.maximum) {
      const message = `This value must be less than or equal to ${limits.maximum}.`
      throw new ParameterError(message, path, 'parameter_invalid_integer')
    }
    return number
  }
}

/** `true` or `false`. */
export function flag(): Parameter<boolean | undefined> {
  return (value, path) => {
    if (value === undefined) return undefined
    if (value !== 'true' && value !== 'false') throw new ParameterError(`Invalid boolean: ${String(value)}`, path)
    return value === 'true'
  }
}

/** One of the listed values. The SDK's types let any text through, so only this check finds a misspelt one. */
export function oneOf<const Value extends string>(...values: readonly Value[]): Parameter<Value | undefined> {
  return (value, path) => {
    if (value === undefined) return undefined
    const found = values.find((candidate) => candidate === value)
    if (!found) throw new ParameterError(`Invalid ${path}: must be one of ${values.join(', ')}`, path)
    return found
  }
}

/** A list, each item read by `item`. */
export function listOf<Value>(item: Parameter<Value>): Parameter<Exclude<Value, undefined>[] | undefined> {
  return (value, path) => {
    if (value === undefined) return undefined
    if (!Array.isArray(value)) throw new ParameterError('Invalid array', path)
    return value.map((each, index) => item(each, `${path}[${index}]`) as Exclude<Value, undefined>)
  }
}

/** A nested hash with parameters of its own. */
export function group<Table extends ParameterTable>(table: Table): Parameter<ParameterValues<Table> | undefined> {
  return (value, path) => {
    if (value === undefined) return undefined
    if (typeof value === 'string' || Array.isArray(value)) throw new ParameterError('Invalid hash', path)
    return readTable(table, value, (name) => `${path}[${name}]`)
  }
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
  values: FormHash,
  pathOf: (name: string) => string,
): ParameterValues<Table> {
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(table, name)) {
      throw new ParameterError(`Received unknown parameter: ${pathOf(name)}`, pathOf(name), 'parameter_unknown')
    }
  }
  const entries = Object.entries(table).map(([name, read]) => [name, read(values[name], pathOf(name))])
  return Object.fromEntries(entries) as ParameterValues<Table>
}

/**
 * Reads all parameters of a call.
 *
 * @throws {ParameterError} for the first that is unknown, missing or wrong.
 */
export function readParameters<Table extends ParameterTable>(table: Table, values: FormHash): ParameterValues<Table> {
  return readTable(table, values, (name) => name)
}
