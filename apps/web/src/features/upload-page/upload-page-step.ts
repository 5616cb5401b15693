/** The steps of the upload page (UP-01). */
export type UploadPageStep = 'checking' | 'choose' | 'list' | 'done' | 'failed' | 'missing' | 'closed' | 'unreachable'

/** The events of the page (UP-02). */
export type UploadPageEvent =
  | 'found'
  | 'not_found'
  | 'blocked'
  | 'no_answer'
  | 'check_again'
  | 'files_chosen'
  | 'files_gone'
  | 'sent'
  | 'not_sent'
  | 'back'
  | 'retry'
  | 'send_more'

const table: Record<UploadPageStep, Partial<Record<UploadPageEvent, UploadPageStep>>> = {
  checking: { found: 'choose', not_found: 'missing', blocked: 'closed', no_answer: 'unreachable' },
  unreachable: { check_again: 'checking' },
  choose: { files_chosen: 'list' },
  list: { files_gone: 'choose', sent: 'done', not_sent: 'failed' },
  done: { send_more: 'choose' },
  failed: { back: 'list', retry: 'list' },
  missing: {},
  closed: {},
}

/** The step after an event; an event that does not fit is a no-op. */
export const stepAfter = (step: UploadPageStep, event: UploadPageEvent): UploadPageStep => table[step][event] ?? step

/** How long "Try again" stays disabled after a failure, in milliseconds (UP-02). */
export const retryPauseMs = 2_000
