import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { expect } from '@playwright/test'
import { messagesTo } from './mailbox.ts'
import { operate } from './operations.ts'

/** The fields of a queue entry that journeys read. */
interface QueueEntry {
  kind: string
  turn: string
  number: string | null
  phone: string | null
  words: string | null
  late: boolean
  next: { event: string }[]
}

/** The staff mailbox. */
const supportEmail = 'support@nerdify.test'

/** A mail to staff; `at` in epoch milliseconds. */
export interface StaffMail {
  text: string
  at: number
}

/** Waits for a mail to staff that contains all `words`; returns the newest. */
export async function staffMail(...words: readonly string[]): Promise<StaffMail> {
  let newest: StaffMail | undefined
  await expect
    .poll(
      async () => {
        const mail = (await messagesTo(supportEmail)).find(({ text }) => words.every((each) => text.includes(each)))
        newest = mail && { text: mail.text, at: Date.parse(mail.received_at) }
        return newest !== undefined
      },
      { message: `a mail to staff with ${words.join(' · ')}`, intervals: [100], timeout: 90_000 },
    )
    .toBe(true)
  return newest as StaffMail
}

/** The queue's entries of an order number, or the messages of a phone (E.164). */
export async function queueOf(subject: string): Promise<QueueEntry[]> {
  const entries: QueueEntry[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `?cursor=${cursor}`
    const answer = await operate<{ results: QueueEntry[]; next: string | null }>('GET', `${opsPaths.queue()}${query}`)
    entries.push(...answer.results)
    cursor = answer.next
  }
  return entries.filter(({ kind, number, phone }) => (kind === 'message' ? phone === subject : number === subject))
}

let paper: string | undefined
/** Path of a file to deliver or upload. */
export function paperFile(): string {
  if (paper !== undefined) return paper
  paper = join(mkdtempSync(join(tmpdir(), 'nerdify-paper-')), 'paper.pdf')
  writeFileSync(paper, '%PDF-1.4\n'.padEnd(2_000))
  return paper
}

const run = promisify(execFile)

/** Runs a command that a mail or the queue suggests, with values for its words in capitals. */
export async function runCommand(command: string): Promise<void> {
  const values = {
    NAME: 'Ada',
    RATING: '4.9',
    FILE: paperFile(),
    DATE: new Date(Date.now() + 24 * 3_600_000).toISOString(),
    REASON: 'It fits what was asked for.',
  } as const
  const words = command
    .replace('npm run ops -- ', '')
    .split(' ')
    .map((word) => (word in values ? values[word as keyof typeof values] : word))
  const tool = join(import.meta.dirname, '../../tools/operations.ts')
  await run(process.execPath, [tool, ...words], {
    env: { ...process.env, PUBLIC_URL: process.env.PRODUCT_URL, OPERATIONS_TOKEN: 'sandbox-operations' },
  })
}
