import type { RegisteredNerd } from '@nerdify/contract/nerds.ts'

/** A Nerd of the register. */
export const aRegisteredNerd = (change: Partial<RegisteredNerd>): RegisteredNerd => ({
  id: change.name ?? 'nerd-1',
  version: 'v1',
  name: 'Priya N.',
  email: null,
  subjects: ['Environmental Science'],
  active: true,
  rating: 4.94,
  entered_rating: 4.9,
  marks: 40,
  open: 3,
  late: 0,
  next_due: null,
  delivered_30_days: 9,
  ...change,
})
