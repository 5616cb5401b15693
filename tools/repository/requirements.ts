import { findAll, type Finding, type SourceFile } from './files.ts'

type Place = Omit<Finding, 'message'>

const folder = 'docs/requirements/'

/** The list of requirements without a test. */
export const listPath = `${folder}to-be-built.md`

/** A line of the requirements: "- AUTH-01 …", "- ux 19 …", "- abuse 7 …". */
const requirementLine = /^- ([A-Z]{2,6}-\d\d|ux \d+|abuse \d+) /gm

/** An entry of the list: the identifier, and sometimes what is missing. */
const listEntry = /^- ([A-Z]{2,6}-\d\d|ux \d+|abuse \d+)/gm

/** Text that matches the pattern of an identifier but is none. */
const otherNames = ['UTF-16']
const identifier = /\b[A-Z]{2,6}-\d\d\b/g

/** "ux 19", "ux 9, 29", "abuse 7, abuse 8": points of the two numbered lists. */
const points = /\b(?:ux|abuse) \d+(?:, (?:(?:ux|abuse) )?\d+\b(?! ?[%\w]))*/g

/** "payments.md 2.2": a chapter of the design of payments. */
const chapters = /\bpayments\.md (\d\.\d)/g

/** "[AUTH-01]" and "[AUTH-01, AUTH-02]" in a test title. */
const titleNames = /\[([A-Z]{2,6}-\d\d(?:[,\s]+[A-Z]{2,6}-\d\d)*)\]/g

const testFiles = /\.(test|spec|stories)\.[cm]?[jt]sx?$/

/** "ux 9, 29" as "ux 9" and "ux 29". */
function pointsIn(text: string) {
  let list = ''
  return text.split(', ').map((each) => {
    const [first = '', second] = each.split(' ')
    if (second !== undefined) list = first
    return `${list} ${second ?? first}`
  })
}

/** Each requirement with its place. */
function requirementsIn(files: readonly SourceFile[]): Map<string, Place[]> {
  const lines: Map<string, Place[]> = new Map()
  for (const file of files.filter(({ path }) => path.startsWith(folder) && path !== listPath)) {
    for (const { path, line, message } of findAll(file, requirementLine, ([, name]) => name)) {
      lines.set(message, [...(lines.get(message) ?? []), { path, line }])
    }
  }
  return lines
}

/** Requirements whose identifier occurs twice. */
export const repeatedRequirements = (files: readonly SourceFile[]): Finding[] =>
  [...requirementsIn(files)].flatMap(([name, places]) =>
    places.slice(1).map((place) => ({ ...place, message: `${name} is listed twice: one line for one identifier.` })),
  )

/** References to unknown identifiers, points and chapters. */
export function unknownRequirements(files: readonly SourceFile[]): Finding[] {
  const known = requirementsIn(files)
  const design = files.find(({ path }) => path === `${folder}payments.md`)?.text ?? ''
  const missing = (name: string) =>
    `No line of ${folder} has ${name}: correct the identifier, or write the requirement's line first.`
  return files.flatMap((file) => [
    ...findAll(file, identifier, ([name]) =>
      known.has(name) || otherNames.includes(name) ? undefined : missing(name),
    ),
    ...findAll(file, points, ([text]) => {
      const strayed = pointsIn(text).find((name) => !known.has(name))
      return strayed && missing(strayed)
    }),
    ...findAll(file, chapters, ([, number]) =>
      new RegExp(`^## ${number} `, 'm').test(design) ? undefined : `${folder}payments.md has no chapter ${number}.`,
    ),
  ])
}

/** A test title that only `npm run prove` runs. */
const titleInProof = /\btest\(['"`].* @prove['"`]/g

/** The identifiers and points that the tests of `npm test` name. */
function namedByTests(files: readonly SourceFile[]): Set<string> {
  const tests = files.filter(({ path }) => testFiles.test(path))
  return new Set(
    tests
      .map(({ text }) => text.replaceAll(titleInProof, ''))
      .flatMap((text) => [
        ...[...text.matchAll(titleNames)].flatMap(([, names = '']) => names.split(/[,\s]+/)),
        ...[...text.matchAll(points)].flatMap(([match]) => pointsIn(match)),
      ]),
  )
}

/**
 * The entries of one chapter of the list: a bare identifier on each line.
 *
 * @returns the identifier as the message
 */
function listed(files: readonly SourceFile[], heading: string): Finding[] {
  const list = files.find(({ path }) => path === listPath)
  if (list === undefined) return []
  const [before = '', ...rest] = list.text.split(`\n## ${heading}\n`)
  const [chapter = ''] = rest.join('').split('\n## ')
  const skipped = before.split('\n').length + 1
  return findAll({ path: listPath, text: chapter }, listEntry, ([, name]) => name).map((each) => ({
    ...each,
    line: each.line + skipped,
  }))
}

/** The chapter of requirements without a test, and the one of requirements whose correction is still to be built. */
export const chaptersOfList = { unnamed: 'No test names these yet', corrected: 'Corrected, and not built in full yet' }

/** Requirements without a test or an entry in the list, and outdated entries, so that the list only shrinks. */
export function unprovenRequirements(files: readonly SourceFile[]): Finding[] {
  const known = requirementsIn(files)
  const named = namedByTests(files)
  const unnamed = listed(files, chaptersOfList.unnamed)
  const excused = new Set(unnamed.map(({ message }) => message))
  const unproven = [...known].flatMap(([name, [place]]) =>
    named.has(name) || excused.has(name) || place === undefined
      ? []
      : [{ ...place, message: `No test names ${name}: write the test with [${name}] in its title.` }],
  )
  const overdue = unnamed
    .filter(({ message }) => named.has(message))
    .map((each) => ({ ...each, message: `A test names ${each.message} now: take it out of this list.` }))
  const strayed = [...unnamed, ...listed(files, chaptersOfList.corrected)]
    .filter(({ message }) => !known.has(message))
    .map((each) => ({ ...each, message: `${each.message} is no line of ${folder}: take it out of this list.` }))
  return [...unproven, ...overdue, ...strayed]
}
