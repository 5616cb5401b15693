/** Words that people write in place of a secret; each counts as one character. */
const obviousWords =
  /admin|auth|changeme|company|default|demo|example|hello|letmein|live|master|nerdify|operations?|passphrase|password|prod(uction)?|secret|server|sample|staging|test(ing)?|token|twilio|stripe|webhook|welcome/gi

/** Keyboard rows and counting sequences: a character that follows its neighbor there is no surprise. */
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz']

const areNeighbors = (one: string, next: string): boolean =>
  one === next ||
  rows.some((row) => [row, row.toUpperCase()].some((keys) => keys.includes(one + next) || keys.includes(next + one)))

/**
 * An estimate of how hard a secret is to guess, in bits. Characters that follow from the previous ones by a repetition,
 * a sequence, a keyboard row or an obvious word do not count; random text has hardly any. Each other character counts as
 * a choice among twice as many characters as the text has different ones.
 */
export function guessBits(secret: string): number {
  const text = secret.replaceAll(obviousWords, '*')
  const surprises = Array.from(text).filter((character, at) => {
    const before = text.charAt(at - 1)
    const isRepeated = at > 1 && text.slice(0, at - 1).includes(before + character)
    return at === 0 || !(isRepeated || areNeighbors(before, character))
  })
  return surprises.length * Math.log2(2 * new Set(text).size)
}
