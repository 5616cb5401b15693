/**
 * The Nerds of the sandbox, with work sheets in the mailbox: the autopilot assigns Ada, the sample orders have Grace.
 */
export const sandboxNerds = [
  { id: '00000000-0000-7000-8000-00000000ada1', name: 'Ada', email: 'ada@nerdify.test', rating: 4.9 },
  { id: '00000000-0000-7000-8000-00000009ace1', name: 'Grace', email: 'grace@nerdify.test', rating: 4.8 },
] as const
