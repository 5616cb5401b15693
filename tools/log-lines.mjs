/** Level of a structured log line from which on a person should see it at once. */
const warning = 40
const failure = 50

/**
 * One readable line for the terminal from a structured log line; undefined when it is of no concern there: everyday
 * lines, and lines of another form.
 *
 * @param {string} line JSON as the product writes it: time (epoch milliseconds), level, msg, err {message}
 * @returns {string | undefined}
 */
export function readableLine(line) {
  const entry = parseObject(line)
  if (typeof entry?.['level'] !== 'number' || entry['level'] < warning) return undefined
  const time = new Date(typeof entry['time'] === 'number' ? entry['time'] : Date.now()).toTimeString().slice(0, 8)
  const cause = /** @type {{ message?: unknown } | undefined} */ (entry['err'])?.message
  const words = [entry['msg'], cause].filter(
    (text, at, all) => typeof text === 'string' && text && all.indexOf(text) === at,
  )
  const request = typeof entry['reqId'] === 'string' ? ` (request ${entry['reqId']})` : ''
  return `${time} ${entry['level'] >= failure ? 'error' : 'warning'}: ${words.join(': ').replace(/\s+/g, ' ')}${request}`
}

/**
 * A line as the JSON object that it is; undefined when it is anything else.
 *
 * @param {string} line
 * @returns {Record<string, unknown> | undefined}
 */
export function parseObject(line) {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
