const numberFormat = new Intl.NumberFormat('en-US')

/** Counts the UTF-16 code units left in a text; undefined unless at most a tenth of its limit is left (ux 34). */
export function roomText(text: string, limit: number): string | undefined {
  const remaining = limit - text.length
  if (remaining < 0 || remaining > limit / 10) return undefined
  return `${numberFormat.format(remaining)} of ${numberFormat.format(limit)} characters left`
}

/** Says by how much a text exceeds its limit; undefined if it fits. Input is never cut (ux 34). */
export function tooLongText(text: string, limit: number): string | undefined {
  const excess = text.length - limit
  if (excess <= 0) return undefined
  return `This is ${numberFormat.format(excess)} ${excess === 1 ? 'character' : 'characters'} too long: at most ${numberFormat.format(limit)}. Please shorten it.`
}
