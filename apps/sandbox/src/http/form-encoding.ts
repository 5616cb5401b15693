/** A value of a form with brackets: `a=1`, `a[b]=1`, `a[0]=1` and `a[]=1`. */
export type FormValue = string | FormValue[] | FormHash

/** Named values; without a prototype, so that no name can reach one. */
export interface FormHash {
  [name: string]: FormValue
}

/** Deeper nesting is no form that the providers know. */
const DEPTH_LIMIT = 8

/** A form that cannot be read at all. */
export class FormEncodingError extends Error {}

const emptyHash = (): FormHash => Object.create(null)
const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

function place(target: FormHash, path: readonly string[], value: string): void {
  let level = target
  for (const [depth, part] of path.entries()) {
    // `a[]=1&a[]=2` counts up.
    const name = part === '' ? String(Object.keys(level).length) : part
    if (depth === path.length - 1) {
      level[name] = value
      return
    }
    const next = level[name] ?? emptyHash()
    if (typeof next === 'string' || Array.isArray(next)) throw new FormEncodingError('A value is also used as a hash.')
    level[name] = next
    level = next
  }
}

/** Hashes whose names are all numbers are arrays. */
function arraysOut(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const names = Object.keys(value)
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name))) {
    return names.toSorted((a, b) => Number(a) - Number(b)).map((name) => arraysOut(value[name] as FormValue))
  }
  for (const name of names) value[name] = arraysOut(value[name] as FormValue)
  return value
}

/**
 * Reads `application/x-www-form-urlencoded` text with brackets into hashes, arrays and texts.
 *
 * @throws {FormEncodingError} when it is not such text.
 */
export function parseForm(text: string): FormHash {
  const form = emptyHash()
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    let name: string
    let value: string
    try {
      name = decode(equals < 0 ? pair : pair.slice(0, equals))
      value = equals < 0 ? '' : decode(pair.slice(equals + 1))
    } catch {
      throw new FormEncodingError('The form has a broken percent sign.')
    }
    const path = name.replaceAll(']', '').split('[')
    if (path.length > DEPTH_LIMIT) throw new FormEncodingError('The form is nested too deeply.')
    place(form, path, value)
  }
  for (const name of Object.keys(form)) form[name] = arraysOut(form[name] as FormValue)
  return form
}

/** Turns parsed JSON into the same shape, so that a call may come as a form or as JSON. Null is the empty text. */
export function formFromJson(json: unknown): FormValue {
  if (Array.isArray(json)) return json.map(formFromJson)
  if (json === null) return ''
  if (typeof json === 'object') {
    const hash = emptyHash()
    for (const [name, value] of Object.entries(json)) hash[name] = formFromJson(value)
    return hash
  }
  return String(json)
}
