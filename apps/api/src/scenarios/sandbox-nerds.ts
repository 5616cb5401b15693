/** The Nerds of the sandbox: the autopilot assigns Ada, the sample orders have Grace. */
export const sandboxNerds = [
  { id: '00000000-0000-7000-8000-00000000ada1', name: 'Ada', rating: 4.9 },
  { id: '00000000-0000-7000-8000-00000009ace1', name: 'Grace', rating: 4.8 },
] as const
