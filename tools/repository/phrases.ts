import { findAll, type Finding, type SourceFile } from './files.ts'

/** Phrases that read like a translation. STYLE.md, "Plain English", says how to write the sentence instead. */
const phrases = [
  'whoever',
  'told of',
  'anew',
  'what became of',
  'left alone',
  "nobody's",
  'in vain',
  'of before',
  'so many',
  'says not',
  'of whom',
  'none is',
  'is to be told',
  'is told',
  'are told',
  'What {@link',
  'goes on',
  'comes of',
  'once more',
  'of theirs',
  'of nobody',
  'whosever',
  'is had',
  'to be had',
  'known again',
  'takes the place of',
  'what becomes of',
  'what stands',
  'that stands',
  'stands in',
  'stands on',
  'stands at',
  'stands beside',
  'stands there',
  'stands above',
  'stands behind',
  'stands before',
  'as ever',
  'the own',
  'keeps waiting',
  'kept waiting',
  'has it that',
  'none of ours',
] as const

/** The client's own text, committed migrations (which never change), and this list. */
const notRead = /specification\.txt$|migrations\/|tools\/repository\/phrases\.ts$/

const pattern = new RegExp(`(?<!\\w)(?:${phrases.map((phrase) => phrase.replace('{', '\\{')).join('|')})(?!\\w)`, 'gi')

/** Every occurrence of a phrase of the list (DEV-05), with either kind of apostrophe. */
export function translatedPhrases(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => !notRead.test(path))
    .flatMap(({ path, text }) =>
      findAll(
        { path, text: text.replaceAll('’', "'") },
        pattern,
        ([phrase]) => `"${phrase}" reads like a translation.`,
      ),
    )
}
