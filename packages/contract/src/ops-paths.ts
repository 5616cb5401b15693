import { pathOf } from './joined-path.ts'

/**
 * Every address of the HTTP API for operations (OPS-01), like `apiPaths`; a separate module, because browsers do not
 * need it.
 */
export const opsPaths = {
  orders: () => '/api/ops/orders',
  order: (idOrNumber: string) => pathOf`/api/ops/orders/${idOrNumber}`,
  orderEvents: (idOrNumber: string) => pathOf`/api/ops/orders/${idOrNumber}/events`,
  /** Assigns an order to the caller or a colleague (OPS-09). */
  orderTake: (idOrNumber: string) => pathOf`/api/ops/orders/${idOrNumber}/take`,
  /** Mails the Nerd's work sheet again (OPS-14). */
  orderWorkSheets: (idOrNumber: string) => pathOf`/api/ops/orders/${idOrNumber}/work_sheets`,
  orderRelease: (idOrNumber: string) => pathOf`/api/ops/orders/${idOrNumber}/release`,
  uploadPage: (clientId: string) => pathOf`/api/ops/clients/${clientId}/upload_page`,
  /** The posts of the client's upload page, with or without an order (UP-04). */
  clientFiles: (clientId: string) => pathOf`/api/ops/clients/${clientId}/files`,
  orderFiles: (idOrNumber: string) => pathOf`/api/ops/orders/${idOrNumber}/files`,
  /** Removes a file that operations added. */
  orderFileRemovals: (idOrNumber: string) => pathOf`/api/ops/orders/${idOrNumber}/file_removals`,
  orderAgreement: (idOrNumber: string) => pathOf`/api/ops/orders/${idOrNumber}/agreement`,
  orderRefunds: (idOrNumber: string) => pathOf`/api/ops/orders/${idOrNumber}/refunds`,
  clients: () => '/api/ops/clients',
  /** Creates accounts from lines of a file (OPS-18). */
  clientImport: () => '/api/ops/client_import',
  client: (id: string) => pathOf`/api/ops/clients/${id}`,
  /** Corrects phone or e-mail (OPS-11). */
  clientContact: (id: string) => pathOf`/api/ops/clients/${id}/contact`,
  /** The changes of a client's balance, newest first (OPS-10). */
  clientBalanceChanges: (id: string) => pathOf`/api/ops/clients/${id}/balance_changes`,
  clientReferralCode: (id: string) => pathOf`/api/ops/clients/${id}/referral_code`,
  /** Blocks a client (SAFE-04). */
  clientBlock: (id: string) => pathOf`/api/ops/clients/${id}/block`,
  clientUnblock: (id: string) => pathOf`/api/ops/clients/${id}/unblock`,
  clientSignOut: (id: string) => pathOf`/api/ops/clients/${id}/sign-out`,
  /** The referral bonuses that await staff (SAFE-08): all clients', and one client's. */
  referralBonuses: () => '/api/ops/referral_bonuses',
  /** Ends a plan of a client (OPS-11). */
  clientPlanEnd: (clientId: string) => pathOf`/api/ops/clients/${clientId}/plan_end`,
  clientBalanceCredits: (clientId: string) => pathOf`/api/ops/clients/${clientId}/balance_credits`,
  clientBalanceDebits: (clientId: string) => pathOf`/api/ops/clients/${clientId}/balance_debits`,
  clientReferralBonuses: (clientId: string) => pathOf`/api/ops/clients/${clientId}/referral_bonuses`,
  refusedReferralBonuses: (clientId: string) => pathOf`/api/ops/clients/${clientId}/referral_bonuses/refuse`,
  prices: () => '/api/ops/prices',
  pricing: () => '/api/ops/pricing',
  services: () => '/api/ops/services',
  lateCredit: () => '/api/ops/late_credit',
  discounts: () => '/api/ops/discounts',
  discountUses: (code: string) => pathOf`/api/ops/discounts/${code}/uses`,
  /** Ends a coupon at once (OPS-16). */
  discountOff: (code: string) => pathOf`/api/ops/discounts/${code}/off`,
  discount: (code: string) => pathOf`/api/ops/discounts/${code}`,
  /** The actions of staff and machines (OPS-19). */
  log: () => '/api/ops/log',
  /** The caller's address as the product sees it (SAFE-06). */
  caller: () => '/api/ops/caller',
  queue: () => '/api/ops/queue',
  /** Live updates of the desk (DESK-01). */
  stream: () => '/api/ops/stream',
  /** A person who wrote to us without a session, by one of their messages (TALK-05). */
  contact: (id: string) => pathOf`/api/ops/contacts/${id}`,
  contactAnswers: (id: string) => pathOf`/api/ops/contacts/${id}/answers`,
  /** Ends the wait of messages from a phone, by contact page or text, without an answer (WAIT-01). */
  contactNoAnswerNeeded: (id: string) => pathOf`/api/ops/contacts/${id}/no_answer_needed`,
  nerds: () => '/api/ops/nerds',
  /** The amounts owed to all Nerds for a month (OPS-14). */
  owedToNerds: () => '/api/ops/owed_to_nerds',
  nerdOwed: (id: string) => pathOf`/api/ops/nerds/${id}/owed`,
  nerdPayouts: (id: string) => pathOf`/api/ops/nerds/${id}/payouts`,
  nerdMerge: (id: string) => pathOf`/api/ops/nerds/${id}/merge`,
  nerd: (id: string) => pathOf`/api/ops/nerds/${id}`,
  conversations: () => '/api/ops/conversations',
  /** A conversation by its order's id or number, or by its client's id for the general one. */
  conversation: (id: string) => pathOf`/api/ops/conversations/${id}`,
  /** Stores a file for a later answer. */
  conversationFiles: (id: string) => pathOf`/api/ops/conversations/${id}/files`,
  conversationAnswers: (id: string) => pathOf`/api/ops/conversations/${id}/answers`,
  /** The client's copy of an answer for the Nerd, before sending (TALK-03). */
  conversationPreview: (id: string) => pathOf`/api/ops/conversations/${id}/preview`,
  /** Adds a note for staff only (TALK-09). */
  conversationNotes: (id: string) => pathOf`/api/ops/conversations/${id}/notes`,
  conversationRead: (id: string) => pathOf`/api/ops/conversations/${id}/read`,
  conversationTakeBack: (id: string) => pathOf`/api/ops/conversations/${id}/take_back`,
  conversationNoAnswerNeeded: (id: string) => pathOf`/api/ops/conversations/${id}/no_answer_needed`,
  /** Saved replies (DESK-04). */
  replies: () => '/api/ops/replies',
  reply: (id: string) => pathOf`/api/ops/replies/${id}`,
  replyRemove: (id: string) => pathOf`/api/ops/replies/${id}/remove`,
  /** Mails a sign-in link to staff (OPS-15). */
  signIn: () => '/api/ops/sign_in',
  /** Exchanges the key of a link for a session. */
  signInKey: () => '/api/ops/sign_in/key',
  signOut: () => '/api/ops/sign_out',
  /** The caller: name and role. */
  me: () => '/api/ops/me',
  staff: () => '/api/ops/staff',
  staffMember: (idOrName: string) => pathOf`/api/ops/staff/${idOrName}`,
  staffRemove: (idOrName: string) => pathOf`/api/ops/staff/${idOrName}/remove`,
  /** The books by day (OPS-13). */
  books: () => '/api/ops/books',
  booksCsv: () => '/api/ops/books.csv',
  /** Compares a day with the card provider now, and settles its differences with a reason (OPS-13). */
  booksCompare: (day: string) => pathOf`/api/ops/books/${day}/compare`,
  booksSettle: (day: string) => pathOf`/api/ops/books/${day}/settle`,
  messages: () => '/api/ops/messages',
  messageResend: (id: string) => pathOf`/api/ops/messages/${id}/resend`,
} as const
