/** The level from which a structured log line is shown to a person. */
const warning = 40
const failure = 50

/**
 * A structured log line as one readable line for the terminal; undefined below that level, and for a line in another
 * form.
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

/** The line's JSON object; undefined for anything else. */
export function parseObject(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
