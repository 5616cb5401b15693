const counted = new Intl.NumberFormat('en-US')

/** The remaining room in a text, in words; undefined while plenty remains (ux 34). Lengths are in UTF-16 code units. */
export function roomText(text: string, most: number): string | undefined {
  const remaining = most - text.length
  if (remaining < 0 || remaining > most / 10) return undefined
  return `${counted.format(remaining)} of ${counted.format(most)} characters left`
}

/** Says by how much a text is too long; undefined if it fits. Input is never cut (ux 34). */
export function tooLongText(text: string, most: number): string | undefined {
  const over = text.length - most
  if (over <= 0) return undefined
  return `This is ${counted.format(over)} ${over === 1 ? 'character' : 'characters'} too long: at most ${counted.format(most)}. Please shorten it.`
}
