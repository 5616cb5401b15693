import { fullDates } from '@nerdify/domain/dates/full-dates.ts'
import { downloadLink } from '../../keys/download-link.ts'
import { layOutMail } from './mail-layout.ts'
import { type Rendering, template } from './template.ts'

/** The occasions of a work sheet: its subject after the order's number, and its first sentence. */
export const sheetOccasions = {
  assigned: ['your new task', 'This task is yours now.'],
  revision: ['a revision', 'The client asks for a revision.'],
  deadline: ['a new deadline', 'Your deadline for this task has changed.'],
  again: ['your task as it is now', 'This is your task as it is now.'],
} as const
export type SheetOccasion = keyof typeof sheetOccasions

/** A file of a work sheet, as a line of its variable: the upload's id and its label. */
export const sheetFileLine = (uploadId: string, label: string): string => `${uploadId} ${label}`

/** Links to the files of a work sheet; `until` is epoch milliseconds. */
function linksOf(
  files: string,
  { client: clientId, nerd: nerdId, until }: { client: string; nerd: string; until: string },
  rendering: Rendering,
) {
  return files.split('\n').flatMap((line) => {
    const [uploadId = '', ...label] = line.split(' ')
    if (uploadId === '') return []
    const file = { clientId, uploadId, reader: { nerdId }, until: Number(until) } as const
    return [{ label: label.join(' '), url: downloadLink(rendering, file) }]
  })
}

/** Mails to Nerds (OPS-14): none contains the client's name, addresses or price. Replies go to support. */
export const nerdMessages = {
  /** `deadline` and `until` are epoch milliseconds; the client's words are masked already. */
  'work-sheet': template({
    kind: 'ours',
    needs: [
      'client',
      'nerd',
      'number',
      'occasion',
      'task',
      'deadline',
      'until',
      'files',
      'title',
      'subject',
      'details',
      'revision',
    ],
    takes: ['extras'],
    render(variables, rendering) {
      const { number, occasion, task, extras, deadline, until, files, title, subject, details, revision } = variables
      const dates = fullDates(rendering.companyZone)
      const [about, first] = sheetOccasions[occasion as SheetOccasion] ?? sheetOccasions.assigned
      const links = linksOf(files, variables, rendering)
      return layOutMail({
        subject: `Order ${number}: ${about}`,
        paragraphs: [`${first} Questions? Answer this e-mail.`],
        rows: [
          ['Order', number],
          ['Task', task],
          [
            'Your deadline',
            deadline === '' ? 'None agreed. Please finish as soon as you can.' : dates.instant(Number(deadline)),
          ],
          ...(extras === undefined ? [] : [['Also due', extras] as const]),
        ],
        links,
        notes: links.length === 0 ? [] : [`The links to the files work until ${dates.instant(Number(until))}.`],
        replyTo: rendering.supportEmail,
        quotes: [
          ['Title', title],
          ['Subject', subject],
          ['What the client wants', details],
          ['What to revise', revision],
        ],
      })
    },
  }),
  /** To a Nerd whose order went to another one, or ended with its account or a refund. */
  'work-sheet-over': template({
    kind: 'ours',
    needs: ['number'],
    render: ({ number }, { supportEmail }) =>
      layOutMail({
        subject: `Order ${number} is no longer yours`,
        paragraphs: ['Please stop working on this order. Questions? Answer this e-mail.'],
        replyTo: supportEmail,
      }),
  }),
}
