import { capitalized } from '@nerdify/domain/dates/date-words.ts'

/** The words of the log (DESK-06). */
export const logTexts = {
  heading: 'Log',
  lead: 'What staff and machines did, newest first. Reasons and words are in the order’s history.',
  read: { loading: 'Loading the log', failed: 'The log did not load' },
  filters: 'Filters',
  person: 'Person',
  action: 'Action',
  order: 'Order number',
  client: 'Client',
  everybody: 'Everybody',
  every: 'Every action',
  all: 'Show all',
  caption: 'Actions of staff and machines, newest first',
  columns: { time: 'Time', person: 'Person', action: 'Action', about: 'About', sent: 'With' },
  kinds: { order: 'Order', client: 'Client', conversation: 'Conversation' },
  machine: 'machine',
  subject: (words: string) => capitalized(words),
  none: 'Nothing in the log',
  noneLead: 'No action fits these filters.',
} as const
