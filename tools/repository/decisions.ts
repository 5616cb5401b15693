import { findAll, type Finding, type SourceFile } from './files.ts'

/** The folder of the decisions, one page each, and of their index. */
export const decisionsFolder = 'docs/decisions'
const indexPath = `${decisionsFolder}/README.md`

const page = new RegExp(`^${decisionsFolder}/(\\d{4})-[a-z0-9-]+\\.md$`)

/** "decision 0007", "decisions 0008, 0014", "Decisions [0028](…)": references to pages. */
const references = /\b[Dd]ecisions? \[?(\d{4})\b(?:\]\([^)]*\))?((?:(?:, | and )\[?\d{4}\b)*)/g

/** The numbers that the index explains as having no page: "- 0021, 0023: …", "- 0045 to 0050: …". */
function explainedNumbers(index: string) {
  const [, chapter = ''] = index.split('\n## Numbers without a page\n')
  const numbers = new Set<number>()
  for (const [, list = ''] of chapter.matchAll(/^- ([\d, to]+):/gm)) {
    for (const range of list.split(', ')) {
      const [first = 0, last = first] = range.split(' to ').map(Number)
      for (let number = first; number <= last; number += 1) numbers.add(number)
    }
  }
  return numbers
}

/** Decisions missing from the index, numbers with neither page nor explanation, and references to missing pages. */
export function strayedDecisions(files: readonly SourceFile[]): Finding[] {
  const index = files.find(({ path }) => path === indexPath)?.text ?? ''
  const pages = new Map(
    files.flatMap(({ path }) => {
      const number = page.exec(path)?.[1]
      return number === undefined ? [] : [[Number(number), path]]
    }),
  )
  const explained = explainedNumbers(index)
  const last = Math.max(0, ...pages.keys())
  const numbers = Array.from({ length: last }, (_, before) => before + 1)
  return [
    ...[...pages.values()]
      .filter((path) => !index.includes(`(${path.slice(decisionsFolder.length + 1)})`))
      .map((path) => ({ path, line: 1, message: `Give this decision its line in ${indexPath}.` })),
    ...numbers
      .filter((number) => !pages.has(number) && !explained.has(number))
      .map((number) => ({
        path: indexPath,
        line: 1,
        message: `Decision ${String(number).padStart(4, '0')} has no page: say under "Numbers without a page" why it has none.`,
      })),
    ...files
      .filter(({ path }) => path !== indexPath)
      .flatMap((file) =>
        findAll(file, references, ([text]) => {
          const missing = [...text.matchAll(/\b\d{4}\b/g)].find(([number]) => !pages.has(Number(number)))
          return missing && `There is no decision ${missing[0]}: name the one that took its place (${indexPath}).`
        }),
      ),
  ]
}
