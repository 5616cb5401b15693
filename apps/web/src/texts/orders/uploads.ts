/** Wherever files are uploaded. */
export const uploadTexts = {
  waiting: (left: number, all: number) => `Waiting for ${left} of ${all} ${all === 1 ? 'file' : 'files'}`,
} as const
