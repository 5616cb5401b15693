/** LAW-03: the honor code next to Continue. Each order stores `version`: change it with the words. */
export const honourCode = {
  version: '2026-11.2',
  /** A link follows this sentence. */
  text: 'Your Nerd’s work is for study and reference: by continuing, you agree not to hand it in as your own.',
  linkText: 'What we refuse, and why',
} as const
