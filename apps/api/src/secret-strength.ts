/** Words that people write where a secret belongs; each counts as one character. */
const obviousWords =
  /admin|auth|changeme|company|default|demo|example|hello|letmein|live|master|nerdify|operations?|passphrase|password|prod(uction)?|secret|server|sample|staging|test(ing)?|token|twilio|stripe|webhook|welcome/g

/** Rows of keys, and what is counted up: a character that follows its neighbor there is no surprise. */
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz']

const areNeighbors = (one: string, next: string): boolean =>
  one === next || rows.some((row) => row.includes(one + next) || row.includes(next + one))

/** How many characters a character is one of, by the kinds that the secret has. */
const kinds = [
  { has: /[0-9]/, size: 10 },
  { has: /[a-z]/, size: 26 },
  { has: /[A-Z]/, size: 26 },
  { has: /[^0-9a-zA-Z]/, size: 10 },
]

/**
 * An estimate of how hard a secret is to guess, in bits: of its characters only those count that do not follow from the ones
 * before, by a repetition, a sequence, a row of keys or an obvious word. Random text loses hardly any.
 */
export function guessBits(secret: string): number {
  const alphabet = kinds.filter(({ has }) => has.test(secret)).reduce((sum, { size }) => sum + size, 0)
  const text = secret.toLowerCase().replaceAll(obviousWords, '*')
  const surprises = Array.from(text).filter((character, at) => {
    const before = text.slice(Math.max(0, at - 2), at)
    const isRepeated = before.length === 2 && text.slice(0, at - 1).includes(before + character)
    return at === 0 || !(isRepeated || areNeighbors(text.charAt(at - 1), character))
  })
  return surprises.length * Math.log2(Math.max(2, new Set(text).size, Math.min(alphabet, 2 * new Set(secret).size)))
}
