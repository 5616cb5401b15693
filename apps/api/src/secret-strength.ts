/** Words that people write in place of a secret; each counts as one character. */
const obviousWords =
  /admin|auth|changeme|company|default|demo|example|hello|letmein|live|master|nerdify|operations?|passphrase|password|prod(uction)?|secret|server|sample|staging|test(ing)?|token|twilio|stripe|webhook|welcome/gi

/** Keyboard rows and counting sequences: a character that follows its neighbor there is no surprise. */
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz']

const areNeighbors = (one: string, next: string): boolean =>
  one === next ||
  rows.some((row) => [row, row.toUpperCase()].some((keys) => keys.includes(one + next) || keys.includes(next + one)))

/**
 * An estimate of how hard a secret is to guess, in bits: counts only characters that do not follow from the previous
 * ones by a repetition, a sequence, a keyboard row or an obvious word, each as one of twice as many as there are
 * different ones. Random text loses hardly any.
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
