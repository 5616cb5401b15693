import { emailFaultText, isOwnEmail } from '@nerdify/domain/sign-in/email.ts'
import { asCallError } from '../../api/call-error.ts'
import { failureText } from '../../api/failure-text.ts'

/** INFO-02: what is typed is saved by itself once nobody has typed for so many ms. */
const saveAfterMs = 3000

/** What the editor needs of its surroundings. */
interface EmailSurroundings {
  /** The address that the account has as far as this browser knows; '' for none. */
  known: () => string
  /** Sends an address that was typed over `before`; throws a `CallError`. `leaving`: the page is going away. */
  save: (email: string, options: { before: string; leaving: boolean }) => Promise<void>
  /** Asks anew what address the account has. */
  refresh: () => Promise<void>
}

/** What became of what was typed. */
export interface EmailState {
  /** What stands in the field; undefined until somebody types, then the account's own address shows. */
  typed: string | undefined
  /** The field was left, or Submit was pressed, since the last fault was put right (ux 29). */
  checked: boolean
  saving: boolean
  /** "Email Saved" shows. */
  saved: boolean
  /** Why the last save failed; `again`: another try may heal it. */
  failure: { email: string; text: string; again: boolean } | undefined
}

const untouched: EmailState = { typed: undefined, checked: false, saving: false, saved: false, failure: undefined }

/**
 * The e-mail field of My info (INFO-02): saves by itself 3 s after the last key, at once on Submit and on leaving (ux 51),
 * never the same twice at a time. It lives longer than the screen, so a save that fails after leaving keeps what was typed.
 */
export function createEmailEditor({ known, save, refresh }: EmailSurroundings) {
  let state = untouched
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: string | undefined
  const listeners = new Set<() => void>()

  const set = (change: Partial<EmailState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const email = () => (state.typed ?? known()).trim()
  const isNew = () => state.typed !== undefined && email() !== known() && isOwnEmail(email())

  const failed = async (sent: string, thrown: unknown) => {
    const error = asCallError(thrown)
    const again = error.status < 400 || error.status === 408 || error.status === 429 || error.status >= 500
    set({ failure: { email: sent, text: failureText(error), again } })
    if (error.status === 409) await refresh()
  }

  const send = async ({ leaving }: { leaving: boolean }): Promise<void> => {
    stopTimer()
    const sent = email()
    // One after the other, so that the last typed one is the last saved; only a page that goes away cannot wait.
    if (!isNew() || underWay === sent || (underWay !== undefined && !leaving)) return
    underWay = sent
    set({ saving: true, failure: undefined, saved: false })
    try {
      await save(sent, { before: known(), leaving })
      if (email() === sent) set({ typed: sent, saved: true, checked: false })
    } catch (thrown) {
      await failed(sent, thrown)
    } finally {
      underWay = undefined
      set({ saving: false })
      // What was typed meanwhile has waited for its turn.
      if (timer === undefined && isNew() && email() !== sent) void send({ leaving })
    }
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    type(typed: string) {
      stopTimer()
      set({ typed, saved: false, checked: state.checked && !isOwnEmail(typed.trim()) })
      if (isNew()) timer = setTimeout(() => void send({ leaving: false }), saveAfterMs)
    },
    /** Focusing after a save clears its note (INFO-02). */
    focus() {
      if (state.saved) set({ saved: false })
    },
    blur() {
      if (email() !== '') set({ checked: true })
    },
    submit() {
      set({ checked: true })
      return send({ leaving: false })
    },
    /** The screen or the page is left: what waits for its 3 s goes out now (ux 51). */
    leave({ page }: { page: boolean }) {
      if (timer !== undefined) void send({ leaving: page })
      else if (!state.saving && state.failure === undefined) set(untouched)
    },
    /** Forgets everything: another person may be next. */
    forget() {
      stopTimer()
      set(untouched)
    },
  }
}

/** What is wrong with what stands in the field, to be said beside it; undefined while there is nothing to say (ux 29). */
export function emailProblem(state: EmailState, known: string, words: { missing: string }): string | undefined {
  const email = (state.typed ?? known).trim()
  if (state.failure?.email === email) return state.failure.text
  if (email === '') return known === '' || state.checked ? words.missing : undefined
  return state.checked && !isOwnEmail(email) && email !== known ? emailFaultText : undefined
}
