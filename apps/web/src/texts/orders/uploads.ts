/** The words of every upload. */
export const uploadTexts = {
  waiting: (left: number, all: number) => `Waiting for ${left} of ${all} ${all === 1 ? 'file' : 'files'}`,
  notAllLoaded: 'Send again or remove the files that didn’t upload.',
} as const
