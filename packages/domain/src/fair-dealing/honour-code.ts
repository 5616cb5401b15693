/**
 * LAW-03: the honour code in one sentence, as it stands beside Continue. `version` is kept with each order; a change of
 * the words needs a new one.
 */
export const honourCode = {
  version: '2026-11',
  /** The sentence goes on with the link. */
  text: 'Your Nerd’s work is for study and reference: by going on you agree not to hand it in as your own.',
  linkText: 'What we refuse, and why',
} as const
