/**
 * `node tools/run.mjs --bare tools/commit-message.ts FILE`: the check of the hook `.githooks/commit-msg` (DEV-04).
 */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** Longest first line of a commit message, in characters. */
const longestSubject = 72

/** First lines that git itself writes. */
const gitSubject = /^(Merge|Revert|fixup!|squash!|amend!) /

/**
 * Faults of a commit message (CONTRIBUTING, "A commit"), in sentences.
 *
 * @param message as git passes it, with its comment lines
 */
export function faultsOfMessage(message: string): string[] {
  const [typed = ''] = message.split(/^# -+ >8 -+$/m)
  const [subject = '', second = '', ...body] = typed.split('\n').filter((line) => !line.startsWith('#'))
  if (gitSubject.test(subject)) return []
  return [
    subject.trim() === '' && 'The first line names the change.',
    subject.length > longestSubject &&
      `The first line has ${subject.length} characters, ${longestSubject} at most: one thought; the body has room.`,
    subject.endsWith('.') && 'The first line ends without a full stop.',
    /^[a-z]/.test(subject) && 'The first line begins with a capital letter.',
    second !== '' && 'An empty line separates the first line from the body.',
    subject.trim() !== '' &&
      second === '' &&
      body.join('').trim() === '' &&
      'The body says why, in two or three sentences.',
  ].filter((fault) => fault !== false)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , file = ''] = process.argv
  const faults = faultsOfMessage(readFileSync(file, 'utf8'))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
