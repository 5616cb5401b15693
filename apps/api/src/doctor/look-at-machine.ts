import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { answerOf } from './answer-of.ts'

/** Card events more than five minutes off are refused. */
const mostSecondsOff = 30

/** Compares our clock with the `Date` header of a server, which has whole seconds. */
export async function lookAtClock(server: string): Promise<string> {
  const before = Date.now()
  const answer = await answerOf(server)
  const after = Date.now()
  const theirs = typeof answer === 'string' ? Number.NaN : Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(theirs)) return `${server} does not say what time it is: ask again once it does.`
  const ahead = Math.max(0, before - (theirs + 1000)) / 1000
  const behind = Math.max(0, theirs - after) / 1000
  if (Math.max(ahead, behind) > mostSecondsOff) {
    const [seconds, side] = ahead > 0 ? [ahead, 'ahead of'] : [behind, 'behind']
    throw new Error(`Our clock is ${Math.round(seconds)} s ${side} that of ${server}`)
  }
  return `It agrees with that of ${server}.`
}

const gigabyte = 1_000_000_000
/** Ten uploads of the largest size. */
const leastFreeBytes = gigabyte

/** Checks the free space on the disks of some folders, which need not exist yet. */
export async function lookAtDisks(folders: readonly string[]): Promise<string> {
  const lines: string[] = []
  for (const folder of folders) {
    const { bavail, blocks, bsize } = await statfs(existingFolder(resolve(folder)))
    const text = `${folder} has ${gigabytes(bavail * bsize)} of ${gigabytes(blocks * bsize)} GB free`
    if (bavail * bsize < leastFreeBytes) throw new Error(`The disk is nearly full: ${text}`)
    lines.push(text)
  }
  return `${lines.join('; ')}.`
}

const gigabytes = (bytes: number) => (bytes / gigabyte).toFixed(1)

const existingFolder = (path: string): string => (existsSync(path) ? path : existingFolder(dirname(path)))

/** The calls of `process` that change its user; Windows has none. */
type Person = Partial<Pick<NodeJS.Process, 'getuid' | 'setgroups' | 'setgid' | 'setuid'>>

/** Drops a root process to the owner of a folder: the product cannot open files that root creates there. */
export function actAsOwner(folder: string, person: Person = process): void {
  if (person.getuid?.() !== 0) return
  const { uid, gid } = statSync(existingFolder(resolve(folder)))
  person.setgroups?.([gid])
  person.setgid?.(gid)
  person.setuid?.(uid)
}
