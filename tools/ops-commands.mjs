import { accessSync, constants, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/** Words that make no call: the message says what is wrong with them. */
export class WrongUsage extends Error {}

/**
 * One call of the operations API (OPS-05).
 *
 * @typedef {object} OperationsCall
 * @property {'GET' | 'POST' | 'PATCH' | 'PUT'} method
 * @property {string} path below `/api/ops`
 * @property {Record<string, unknown>} [body]
 * @property {{ path: string, type: string }} [file] sent as a form, in place of a body
 */

/** The events that operations may let happen to an order, in the order of STATE-17. */
export const eventNames = [
  'nerd_found',
  'quality_check',
  'final_touches',
  'send',
  'accept',
  'request_revision',
  'accept_revision',
  'complete_revision',
  'request_refund',
  'accept_refund',
  'decline_refund',
  'decline',
  'delete',
]

/** What a file may be, the usual one first (CAB-05). */
export const fileTypes = ['file_final_draft', 'file_draft_paper', 'order_form', 'client_revision_request_file']

/** What is made for a client, by the word that asks for it: the end of the call's path. */
const partsMade = new Map([
  ['upload-page', 'upload_page'],
  ['new-referral-code', 'referral_code'],
])

/** The events that deliver, so that a file may go with them. */
const deliveries = ['send', 'complete_revision']

/** What `--help` prints. */
export const helpText = `Operations from a shell, over the operations API.

  npm run ops -- orders [--state sent] [--page 0]
  npm run ops -- order <number or id>
  npm run ops -- order <number or id> <event> [--note <text>] [--deadline <ISO date>] [--nerd <name> --rating <0 to 5>]
  npm run ops -- order <number or id> send|complete_revision --file <path> [--file-type <type>]
  npm run ops -- order <number or id> file --file <path> [--file-type <type>]
  npm run ops -- order <number or id> files
  npm run ops -- order <number or id> set [--price <dollars>] [--type <price name>] [--promo yes|no] [--complex yes|no]
                                          [--add-tag <tag>] [--remove-tag <tag>]
  npm run ops -- order <number or id> refund --reason <text> [--amount <dollars>] [--service <key>]
  npm run ops -- order new --client <id> [--type <price name>] [--subject <subject>] [--size "2 Pages"]
                           [--deadline <ISO date>] [--title <text>] [--details <text>]
  npm run ops -- client <id>
  npm run ops -- client <id> files [--page 0]
  npm run ops -- client <id> upload-page
  npm run ops -- client <id> new-referral-code
  npm run ops -- client <id> set [--add-tag <tag>] [--remove-tag <tag>] [--country <US>|none] [--experiments <JSON>]
  npm run ops -- client new [--phone <number>] [--email <address>] [--add-tag <tag>] [--country <US>] [--adult]
  npm run ops -- pricing [--put <file.json>]
  npm run ops -- services [--put <file.json>]
  npm run ops -- discount <code> [--put <file.json>]
  npm run ops -- messages [--status dead] [--page 0]
  npm run ops -- message <id> resend

Events: ${eventNames.join(', ')}.
Types of files: ${fileTypes.join(', ')}; without one it is ${fileTypes[0]}.

  --adult             the client told us that they are of age
  --operator <name>   who acts, for the log; else "operations"
  --json              prints the whole answer
  --help              prints this

Settings: OPERATIONS_TOKEN (of the sandbox, when nothing is set), PUBLIC_URL (http://localhost:PORT, PORT 3000).
Exit code: 0 done, 1 refused or not reached, 2 wrong words.`

const text = /** @type {const} */ ({ type: 'string' })
const texts = /** @type {const} */ ({ type: 'string', multiple: true })
const flag = /** @type {const} */ ({ type: 'boolean' })

const options = {
  state: text,
  status: text,
  page: text,
  note: text,
  deadline: text,
  nerd: text,
  rating: text,
  price: text,
  type: text,
  promo: text,
  complex: text,
  amount: text,
  service: texts,
  reason: text,
  'add-tag': texts,
  'remove-tag': texts,
  client: text,
  subject: text,
  size: text,
  title: text,
  details: text,
  country: text,
  experiments: text,
  phone: text,
  email: text,
  put: text,
  file: text,
  'file-type': text,
  operator: text,
  adult: flag,
  json: flag,
  help: flag,
}

/** Options that every command takes. */
const everywhere = new Set(['operator', 'json', 'help'])

/** @param {readonly string[]} words as typed after the command's name */
function parse(words) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new WrongUsage(/** @type {Error} */ (error).message)
  }
}

/** @typedef {ReturnType<typeof parse>['values']} Values */

/**
 * What a person asks for: the calls, one after the other, and how to show the last answer; none with `--help`.
 *
 * @param {readonly string[]} words as typed after the command's name
 * @returns {{ calls: OperationsCall[], operator: string | undefined, json: boolean }}
 * @throws {WrongUsage}
 */
export function readCommand(words) {
  const { values, positionals } = parse(words)
  const call = values.help ? [] : [callOf(positionals, values)]
  return { calls: call.flatMap(fileFirst), operator: values.operator, json: values.json ?? false }
}

/**
 * An event with a file is two calls: what is delivered is there before the client hears of it.
 *
 * @param {OperationsCall} call
 * @returns {OperationsCall[]}
 */
function fileFirst({ file, ...call }) {
  if (file === undefined) return [call]
  if (call.body === undefined) return [{ ...call, file }]
  return [{ method: 'POST', path: call.path.replace(/\/events$/, '/files'), file }, call]
}

/**
 * @param {readonly string[]} positionals
 * @param {Values} values
 * @returns {OperationsCall}
 */
function callOf([noun, name, verb, ...rest], values) {
  if (noun === undefined) throw new WrongUsage('Say what to do; --help lists the commands.')
  if (rest.length > 0) throw new WrongUsage(`"${rest.join(' ')}" is too much.`)
  const command = verb === undefined ? noun : `${noun} ${verb}`
  /** @param {(keyof Values)[]} allowed */
  const takes = (...allowed) => {
    const stray = Object.keys(values).find(
      (option) => !everywhere.has(option) && !allowed.includes(/** @type {keyof Values} */ (option)),
    )
    if (stray !== undefined) throw new WrongUsage(`--${stray} does not go with "${command}".`)
  }
  const named = () => {
    if (name === undefined) throw new WrongUsage(`Say which ${noun}.`)
    return encodeURIComponent(name)
  }
  const alone = () => {
    if (name !== undefined) throw new WrongUsage(`"${name}" is too much.`)
  }
  switch (noun) {
    case 'orders':
      alone()
      takes('state', 'page')
      return { method: 'GET', path: `/orders${query({ state: values.state, page: values.page })}` }
    case 'messages':
      alone()
      takes('status', 'page')
      return { method: 'GET', path: `/messages${query({ status: values.status, page: values.page })}` }
    case 'message':
      takes()
      if (verb !== 'resend') throw new WrongUsage('A message can only be resent: message <id> resend.')
      return { method: 'POST', path: `/messages/${named()}/resend` }
    case 'pricing':
    case 'services':
      alone()
      takes('put')
      return readOrPut(`/${noun}`, values)
    case 'discount':
      if (verb !== undefined) throw new WrongUsage(`"${verb}" is too much.`)
      takes('put')
      return readOrPut(`/discounts/${named()}`, values)
    case 'order':
      return orderCall(named(), verb, values, takes)
    case 'client':
      return clientCall(named(), verb, values, takes)
    default:
      throw new WrongUsage(`"${noun}" is no command; --help lists them.`)
  }
}

/**
 * @param {string} name
 * @param {string | undefined} verb
 * @param {Values} values
 * @param {(...allowed: (keyof Values)[]) => void} takes
 * @returns {OperationsCall}
 */
function orderCall(name, verb, values, takes) {
  const { note, deadline, type, subject, size, title, details } = values
  if (name === 'new' && verb === undefined) {
    takes('client', 'type', 'subject', 'size', 'deadline', 'title', 'details')
    if (values.client === undefined) throw new WrongUsage('Say for whom with --client.')
    const body = given({ client_id: values.client, type, subject, size, deadline, title, details })
    return { method: 'POST', path: '/orders', body }
  }
  if (verb === undefined) {
    takes()
    return { method: 'GET', path: `/orders/${name}` }
  }
  if (verb === 'set') {
    takes('price', 'type', 'promo', 'complex', 'add-tag', 'remove-tag')
    const price = number('price', values.price)
    const marks = { isPromo: yesOrNo('promo', values.promo), is_complex: yesOrNo('complex', values.complex) }
    return { method: 'PATCH', path: `/orders/${name}`, body: something({ price, type, ...marks, ...tags(values) }) }
  }
  if (verb === 'files') {
    takes()
    return { method: 'GET', path: `/orders/${name}/files` }
  }
  if (verb === 'file') {
    takes('file', 'file-type')
    const file = fileOf(values)
    if (file === undefined) throw new WrongUsage('Say which file with --file.')
    return { method: 'POST', path: `/orders/${name}/files`, file }
  }
  if (verb === 'refund') {
    takes('amount', 'service', 'reason')
    const { reason, service: services } = values
    if (reason === undefined) throw new WrongUsage('Say why with --reason.')
    const body = given({ amount: number('amount', values.amount), services, reason })
    return { method: 'POST', path: `/orders/${name}/refunds`, body }
  }
  if (!eventNames.includes(verb)) {
    throw new WrongUsage(
      `"${verb}" is no event; there are ${eventNames.join(', ')}, and "set", "refund", "file", "files".`,
    )
  }
  takes(
    'note',
    'deadline',
    'nerd',
    'rating',
    ...(deliveries.includes(verb) ? /** @type {const} */ (['file', 'file-type']) : []),
  )
  const rating = number('rating', values.rating)
  if ((values.nerd === undefined) !== (rating === undefined)) throw new WrongUsage('--nerd and --rating go together.')
  const worker = values.nerd === undefined ? undefined : { name: values.nerd, rating }
  const file = fileOf(values)
  const body = given({ event: verb, note, deadline, worker })
  return { method: 'POST', path: `/orders/${name}/events`, body, ...(file === undefined ? {} : { file }) }
}

/** @param {Values} values */
function fileOf({ file: path, 'file-type': typed }) {
  const type = typed ?? fileTypes[0] ?? ''
  if (!fileTypes.includes(type)) {
    throw new WrongUsage(`"${type}" is no type of a file; there are ${fileTypes.join(', ')}.`)
  }
  if (path === undefined) {
    if (typed !== undefined) throw new WrongUsage('--file-type goes with --file.')
    return undefined
  }
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    throw new WrongUsage(`${path} cannot be read: ${/** @type {Error} */ (error).message}`)
  }
  return { path, type }
}

/**
 * @param {string} name
 * @param {string | undefined} verb
 * @param {Values} values
 * @param {(...allowed: (keyof Values)[]) => void} takes
 * @returns {OperationsCall}
 */
function clientCall(name, verb, values, takes) {
  const { phone, email, country, adult: adult_confirmed } = values
  if (name === 'new' && verb === undefined) {
    takes('phone', 'email', 'add-tag', 'country', 'adult')
    const body = something({ phone, email, tags: values['add-tag'], country_final: country, adult_confirmed })
    return { method: 'POST', path: '/clients', body }
  }
  if (verb === undefined) {
    takes()
    return { method: 'GET', path: `/clients/${name}` }
  }
  if (verb === 'files') {
    takes('page')
    return { method: 'GET', path: `/clients/${name}/files${query({ page: values.page })}` }
  }
  const part = partsMade.get(verb)
  if (part !== undefined) {
    takes()
    return { method: 'POST', path: `/clients/${name}/${part}` }
  }
  if (verb !== 'set') {
    const verbs = ['files', ...partsMade.keys(), 'set'].map((one) => `"${one}"`).join(', ')
    throw new WrongUsage(`"${verb}" is nothing that is done to a client; there are ${verbs}.`)
  }
  takes('add-tag', 'remove-tag', 'country', 'experiments')
  const country_final = country === 'none' ? null : country
  const exp_data = values.experiments === undefined ? undefined : json('--experiments', values.experiments)
  return { method: 'PATCH', path: `/clients/${name}`, body: something({ ...tags(values), country_final, exp_data }) }
}

/**
 * @param {string} path
 * @param {Values} values
 * @returns {OperationsCall}
 */
function readOrPut(path, { put }) {
  if (put === undefined) return { method: 'GET', path }
  return { method: 'PUT', path, body: json(put, readText(put)) }
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new WrongUsage(`${file} cannot be read: ${/** @type {Error} */ (error).message}`)
  }
}

/**
 * @param {string} source where the text is from, in words
 * @param {string} content
 * @returns {Record<string, unknown>}
 */
function json(source, content) {
  try {
    return JSON.parse(content)
  } catch {
    throw new WrongUsage(`${source} is not JSON.`)
  }
}

/** @param {Values} values */
const tags = (values) => ({ tags_add: values['add-tag'], tags_remove: values['remove-tag'] })

/** @param {Record<string, unknown>} fields those that were typed */
const given = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** @param {Record<string, unknown>} fields */
function something(fields) {
  const body = given(fields)
  if (Object.keys(body).length === 0) throw new WrongUsage('Say at least one thing; --help lists the options.')
  return body
}

/** @param {Record<string, string | undefined>} fields */
function query(fields) {
  const search = new URLSearchParams(/** @type {Record<string, string>} */ (given(fields))).toString()
  return search === '' ? '' : `?${search}`
}

/**
 * @param {string} option
 * @param {string | undefined} typed
 */
function number(option, typed) {
  if (typed === undefined) return undefined
  if (!/^-?\d+(\.\d+)?$/.test(typed)) throw new WrongUsage(`--${option} must be a number, not "${typed}".`)
  return Number(typed)
}

/**
 * @param {string} option
 * @param {string | undefined} typed
 */
function yesOrNo(option, typed) {
  if (typed === undefined) return undefined
  if (typed !== 'yes' && typed !== 'no') throw new WrongUsage(`--${option} must be yes or no, not "${typed}".`)
  return typed === 'yes'
}
