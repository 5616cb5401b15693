import { emailFault, emailLine, isOwnEmail } from '@nerdify/domain/sign-in/email.ts'
import { asCallError, outcomeUnknown } from '../../api/call-error.ts'
import { failureText } from '../../api/failure-text.ts'
import { createValue } from '../../listeners.ts'

/** INFO-02: of the addresses that are submitted within so many ms one is saved at once, and the last one after them. */
const saveOnceWithinMs = 3000

/** What the editor needs of its surroundings. */
interface EmailSurroundings {
  /** The address that the account was given, as far as this browser knows; '' for none. */
  known: () => string
  /** Sends an address that was typed over `before`; throws a `CallError`. */
  save: (email: string, before: string) => Promise<void>
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
 * The e-mail field of My info (INFO-02): Submit and Enter save, never twice within 3 s, and nothing else does. It lives
 * longer than the screen, so what was typed and not submitted is still there on the way back.
 */
export function createEmailEditor({ known, save, refresh }: EmailSurroundings) {
  const store = createValue(untouched)
  /** A save was answered less than 3 s ago. */
  let resting: ReturnType<typeof setTimeout> | undefined
  let underWay: string | undefined
  /** How often everything was forgotten: an answer to somebody before says nothing. */
  let forgotten = 0
  /** Submitted while another save was under way or had just been. */
  let next: string | undefined
  const set = (change: Partial<EmailState>) => store.set({ ...store.get(), ...change })
  const typed = () => emailLine(store.get().typed ?? known())

  const failed = async (sent: string, thrown: unknown) => {
    const error = asCallError(thrown)
    set({ failure: { email: sent, text: failureText(error), again: outcomeUnknown(error) } })
    if (error.status === 409) await refresh()
  }
  const rest = () => {
    resting = setTimeout(() => {
      resting = undefined
      sendNext()
    }, saveOnceWithinMs)
  }
  const sendNext = () => {
    if (next === undefined || underWay !== undefined || resting !== undefined) return
    const email = next
    next = undefined
    if (email !== known()) void send(email)
  }

  const send = async (email: string): Promise<void> => {
    underWay = email
    const begun = forgotten
    set({ saving: true, failure: undefined, saved: false })
    try {
      await save(email, known())
      if (forgotten !== begun) return
      rest()
      if (typed() === email) set({ typed: email, saved: true, checked: false })
    } catch (thrown) {
      if (forgotten === begun) await failed(email, thrown)
    } finally {
      underWay = undefined
      set({ saving: false })
      sendNext()
    }
  }

  return {
    state: store.get,
    subscribe: store.follow,
    type(text: string) {
      set({ typed: text, saved: false, checked: store.get().checked && !isOwnEmail(emailLine(text)) })
    },
    /** Focusing after a save clears its note (INFO-02). */
    focus() {
      if (store.get().saved) set({ saved: false })
    },
    blur() {
      if (typed() !== '') set({ checked: true })
    },
    async submit(): Promise<void> {
      set({ checked: true })
      const email = typed()
      if (store.get().typed === undefined || !isOwnEmail(email) || underWay === email) return
      // One after the other, so that the last submitted one is the last saved.
      if (underWay !== undefined || resting !== undefined) next = email
      else if (email !== known()) await send(email)
    },
    /** The screen is left: what was typed stays, what was saved needs no note any more. */
    leave() {
      if (!store.get().saving && store.get().failure === undefined && typed() === known()) set(untouched)
    },
    /** Forgets everything: another person may be next. */
    forget() {
      forgotten += 1
      clearTimeout(resting)
      resting = undefined
      next = undefined
      set(untouched)
    },
  }
}

/** What is wrong with what stands in the field, to be said beside it; undefined while there is nothing to say (ux 29). */
export function emailProblem(state: EmailState, known: string, words: { missing: string }): string | undefined {
  const email = emailLine(state.typed ?? known)
  if (state.failure?.email === email) return state.failure.text
  if (email === '') return known === '' || state.checked ? words.missing : undefined
  return state.checked && !isOwnEmail(email) && email !== known ? emailFault(email) : undefined
}
