import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dirname, join as joinSlashes } from 'node:path/posix'
import { expect, test } from 'vitest'
import { repositoryRoot } from './bootstrap.mjs'

/** The packages with parts and screens. */
const sources = ['packages/ui/src', 'apps/web/src']

/** Parts without a story, and why. */
const exceptions = new Map([
  ['apps/web/src/frame/ClientArea.tsx', 'gives the pages of a client their store of answers, and draws nothing'],
  [
    'apps/web/src/frame/DeferredParts.tsx',
    'starts the service worker; the consent box that it shows has its own story',
  ],
  ['apps/web/src/frame/Frame.tsx', 'puts the skip link, the bars and back to top around all; each has its own story'],
])

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8')

/** Our files that a file imports, statically or dynamically. */
const importsOf = (file: string) =>
  [...read(file).matchAll(/(?:\bfrom|\bimport) ?\(?'((?:\.|@nerdify\/ui\/)[^']+\.tsx)'/g)].map(([, path = '']) =>
    path.startsWith('.') ? joinSlashes(dirname(file), path) : path.replace('@nerdify/ui/', 'packages/ui/src/'),
  )

/** @param files those that stories begin with */
function reachedFrom(files: readonly string[]) {
  const reached = new Set(files)
  for (const file of reached) for (const next of importsOf(file)) reached.add(next)
  return reached
}

const filesLike = (pattern: string) =>
  sources
    .flatMap((folder) => globSync(`${folder}/${pattern}`, { cwd: repositoryRoot }))
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()

const stories = filesLike('**/*.stories.tsx')
const components = filesLike('{actions,choices,fields,order,page,surfaces,uploads,frame,features}/**/*.tsx').filter(
  (file) => !/\.(stories|browser\.test)\.tsx$/.test(file),
)

test('a story shows every part of the interface directly', () => {
  const shown = new Set(stories.flatMap(importsOf))
  const parts = components.filter((file) => file.startsWith('packages/ui/'))
  expect(parts.length).toBeGreaterThan(40)
  expect(parts.filter((file) => !shown.has(file))).toEqual([])
})

test('a story shows every screen, and every part of a screen', () => {
  const reached = reachedFrom(stories)
  const missing = components.filter((file) => !reached.has(file))
  expect(components.filter((file) => file.endsWith('Screen.tsx')).length).toBeGreaterThan(25)
  // An exception with a story is outdated.
  expect(missing).toEqual([...exceptions.keys()])
})

test('a story opens every overlay of the cabinet', () => {
  const names = [
    ...read('apps/web/src/features/cabinet/overlays/Overlays.tsx').matchAll(/^ {2}'?([a-z-]+)'?: [A-Z]\w+,$/gm),
  ].map(([, name]) => name)
  const opened = ['cabinet', 'messages']
    .map((name) => read(`apps/web/src/features/cabinet/${name}.stories.tsx`))
    .join('\n')
  expect(names.length).toBeGreaterThan(7)
  expect(
    names.filter((name) => !new RegExp(`\\bover\\(.+, '${name}'|cabinetOverlayPath\\({ name: '${name}'`).test(opened)),
  ).toEqual([])
})
