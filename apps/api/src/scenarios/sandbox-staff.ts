/** The staff of the sandbox (OPS-15), one of each role. */
export const sandboxStaff = [
  { id: '00000000-0000-7000-8000-000000000e01', name: 'Olive', email: 'olive@nerdify.test', role: 'owner' },
  { id: '00000000-0000-7000-8000-000000000e02', name: 'Lena', email: 'lena@nerdify.test', role: 'lead' },
  { id: '00000000-0000-7000-8000-000000000e03', name: 'Cleo', email: 'cleo@nerdify.test', role: 'clerk' },
] as const
