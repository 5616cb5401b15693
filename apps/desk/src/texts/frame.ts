/** The words around the desk's screens. */
export const frameTexts = {
  desk: 'desk',
  nav: 'Main',
  queue: 'Queue',
  conversations: 'Conversations',
  /** After the number of a divider. */
  waiting: 'waiting',
  nerds: 'Nerds',
  coupons: 'Coupons',
  prices: 'Prices',
  books: 'Books',
  log: 'Log',
  staff: 'Staff',
  find: 'Find a client or an order',
  findHint: 'Order or phone',
  keys: 'Keys',
  allKeys: 'All keys',
  keysSwitch: 'Use these keys',
  keysRest: 'Keys rest while you type.',
  signOut: 'Sign out',
  signingOut: 'Signing out',
  loading: 'Loading the desk',
  trying: 'Trying',
  notLive: (time: string) => `Not live since ${time}`,
  tryNow: 'Try now',
  saving: 'Saving',
  saved: 'Saved.',
  undo: 'Undo my changes',
  more: 'Show more',
  loadingMore: 'Loading',
  take: 'Take',
  release: 'Release',
  releaseOf: (name: string) => `Release what ${name} has`,
  releaseLead: (name: string) => `${name} may be working on this order. Once released, anybody can take it.`,
  taken: (name: string) => `With ${name}`,
  takenByYou: 'You have it',
  openBy: (names: readonly string[]) =>
    names.length === 1
      ? `${names[0]} has it open`
      : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} have it open`,
  /** The title's addition; undefined if nothing is late or new. */
  news: ({ late, fresh }: { late: number; fresh: number }) =>
    [late > 0 && `${late} late`, fresh > 0 && `${fresh} new`].filter(Boolean).join(', ') || undefined,
  notification: (news: string) => `${news} in the queue`,
  notify: 'Notify me',
  notifyBlocked: 'This browser blocks the desk’s notifications. Allow them in its settings for this page.',
  nothingLost: 'Nothing you typed is lost.',
  goOn: 'Continue with my words',
  failed: 'The desk did not load',
  broken: 'This page did not load',
  brokenLead: 'The desk may have been updated. Load the page again; what you typed is kept.',
  reload: 'Load the page again',
  notYours: 'This page is not for your role',
  missing: 'This page does not exist',
  missingLead: 'Check the address, or start from the queue.',
  toQueue: 'Go to the queue',
  toConversations: 'Go to the conversations',
  toBooks: 'Go to the books',
  cancel: 'Cancel',
} as const

/** Names of the roles (OPS-15). */
export const roleNames = { owner: 'owner', lead: 'lead', clerk: 'clerk', machine: 'machine' } as const
