import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file and its text. */
export interface SourceFile {
  /** From the root of the repository, with slashes. */
  path: string
  text: string
}

/** A finding with its place. */
export interface Finding {
  path: string
  /** Counted from 1. */
  line: number
  message: string
}

/** Binary and generated files. */
const notRead = /\.(woff2|png|jpg|ico|mmdb|zip|gz|sqlite)$|^package-lock\.json$/

/**
 * The text files that are committed or not ignored by .gitignore.
 *
 * @param root absolute path of the repository
 */
export function repositoryFiles(root: string): SourceFile[] {
  const listing = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (listing.status !== 0) throw new Error(`git cannot list the files of the repository: ${listing.stderr}`)
  return [...new Set(listing.stdout.split('\0'))]
    .filter((path) => path && !notRead.test(path) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/**
 * A finding for every match of a pattern.
 *
 * @param pattern with the flag g
 * @param describe the message; undefined if the match is no finding
 */
export function findAll(
  { path, text }: SourceFile,
  pattern: RegExp,
  describe: (match: RegExpMatchArray) => string | undefined,
): Finding[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const message = describe(match)
    return message ? [{ path, line: lineAt(text, match.index), message }] : []
  })
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length

/** Whether a file's code ships: no test, test support, story or declaration. */
export const isProductCode = (path: string) =>
  /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(path) && !/\.(test|stories)\.tsx?$|\.d\.ts$|\/testing\//.test(path)

/**
 * The files of a folder in the work tree.
 *
 * @param root absolute path of the repository
 * @param folder path from the root
 * @returns text by path from the root
 */
export function presentFiles(root: string, folder: string): Map<string, string> {
  const names = readdirSync(join(root, folder))
  return new Map(names.map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')]))
}
