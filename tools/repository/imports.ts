import { posix } from 'node:path'
import { findAll, type Finding, isProductCode, type SourceFile } from './files.ts'

/** Static, side-effect and dynamic imports, re-exports; the path is in one of the three groups. */
const importPattern =
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

/** The workspace of a path: `packages/domain`, `apps/web`, `e2e`, `bench`, `tools`. */
const workspaceOf = (path: string) => /^(?:(?:packages|apps)\/[^/]+|[^/]+)/.exec(path)?.[0]

const featureOf = (path: string) => /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1]

/**
 * Imports with a forbidden target: another workspace's folder, another feature of the web app, or a test folder from
 * product code.
 */
export function strayedImports(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path) && !path.startsWith('tools/') && !path.startsWith('bench/'))
    .flatMap((file) =>
      findAll(file, importPattern, (match) => {
        const specifier = match[1] ?? match[2] ?? match[3]
        if (specifier?.includes('/testing/') && isProductCode(file.path)) {
          return 'Product code never imports a testing folder: it is for tests and stories.'
        }
        if (!specifier?.startsWith('.')) return undefined
        const target = posix.join(posix.dirname(file.path), specifier)
        if (/^(tools|bench)\//.test(target)) {
          return isProductCode(file.path)
            ? 'Product code never imports tools or bench: they start or measure it.'
            : undefined
        }
        if (workspaceOf(target) !== workspaceOf(file.path)) {
          return 'A workspace is imported by the name of its package, never by a path into its folder.'
        }
        const [own, other] = [featureOf(file.path), featureOf(target)]
        if (own && other && own !== other) return 'One feature never imports another: compose them in routes.tsx.'
        return undefined
      }),
    )
}

/** The path of an imported file of the repository. */
const targetOf = (path: string, specifier: string) =>
  specifier.startsWith('.')
    ? posix.join(posix.dirname(path), specifier)
    : specifier.replace(/^@nerdify\/(\w+)\//, 'packages/$1/src/')

/** Lines of a file that one other file of its folder can hold. */
const fewLines = 40

/** Files that a convention names: stores, texts, routes, and what an address or a table opens. */
const namedFiles = /\.store\.ts$|\/texts\/|routes?\.ts$|(?:Screen|Overlay)\.tsx$|\/cards\/resources\/|\.d\.ts$/

/**
 * Small files with one importer, in their folder: they belong into it. A file that loads on demand or has a test or story
 * of its own stays.
 */
export function smallFilesOfOne(files: readonly SourceFile[]): Finding[] {
  const importers = new Map<string, Set<string>>()
  const onDemand = new Set<string>()
  for (const { path, text } of files) {
    if (!/\.(ts|tsx|mjs)$/.test(path)) continue
    for (const [, from, bare, dynamic] of text.matchAll(importPattern)) {
      const target = targetOf(path, from ?? bare ?? dynamic ?? '')
      importers.set(target, (importers.get(target) ?? new Set()).add(path))
      if (dynamic !== undefined) onDemand.add(target)
    }
  }
  return files.flatMap(({ path, text }) => {
    const [importer, ...others] = importers.get(path) ?? []
    const isSmall = isProductCode(path) && !namedFiles.test(path) && text.split('\n').length <= fewLines + 1
    if (!isSmall || importer === undefined || others.length > 0 || onDemand.has(path)) return []
    const isBeside = isProductCode(importer) && posix.dirname(importer) === posix.dirname(path)
    return isBeside ? [{ path, line: 1, message: `${importer} alone imports this small file: put it there.` }] : []
  })
}

/** Re-exports under another name. */
export const renamedExports = (files: readonly SourceFile[]): Finding[] =>
  files
    .filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path))
    .flatMap((file) =>
      findAll(
        file,
        /^export (?:type )?\{[^}]*?\b(\w+ as \w+)\b[^}]*\} from/gm,
        ([, names]) => `"${names}" gives a thing a second name: rename it where it is defined.`,
      ),
    )

/**
 * Dependencies with a version range: only exact versions make every installation the same.
 *
 * @param files with every package.json
 */
export function looseVersions(files: readonly SourceFile[]): Finding[] {
  const entry = /"([^"]+)": "((?:[\^~><*]|latest|\d+(?:\.(?:\d+|x))?")[^"]*)"?/g
  return files
    .filter(({ path }) => posix.basename(path) === 'package.json')
    .flatMap((file) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(file.text)
      const names = new Set(Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      return findAll(file, entry, ([, name = '']) =>
        names.has(name) ? `"${name}" has a range of versions: write the exact one.` : undefined,
      )
    })
}
