/** Level of a structured log line from which on a person should see it at once. */
const warning = 40
const failure = 50

/**
 * One readable line for the terminal from a structured log line; undefined when it is of no concern there: everyday
 * lines, and lines of another form.
 *
 * @param line JSON as the product writes it: time (epoch milliseconds), level, msg, err {message}
 */
export function readableLine(line: string): string | undefined {
  const entry = parseObject(line)
  if (typeof entry?.['level'] !== 'number' || entry['level'] < warning) return undefined
  const time = new Date(typeof entry['time'] === 'number' ? entry['time'] : Date.now()).toTimeString().slice(0, 8)
  const cause = (entry['err'] as { message?: unknown } | undefined)?.message
  const words = [entry['msg'], cause].filter(
    (text, at, all) => typeof text === 'string' && text && all.indexOf(text) === at,
  )
  const request = typeof entry['reqId'] === 'string' ? ` (request ${entry['reqId']})` : ''
  return `${time} ${entry['level'] >= failure ? 'error' : 'warning'}: ${words.join(': ').replace(/\s+/g, ' ')}${request}`
}

/** A line as the JSON object that it is; undefined when it is anything else. */
export function parseObject(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
