import { emailFault, emailLine, isOwnEmail } from '@nerdify/domain/sign-in/email.ts'
import { asCallError, outcomeUnknown } from '@nerdify/browser/call-error.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { createValue } from '@nerdify/browser/listeners.ts'

/** INFO-02: of the addresses submitted within this many ms the first saves at once, the last one afterwards. */
const saveOnceWithinMs = 3000

interface EmailPorts {
  /** The account's latest address, as far as this browser knows; '' for none. */
  known: () => string
  /** Saves an address that was typed over `before`; throws a `CallError`. */
  save: (email: string, before: string) => Promise<void>
  /** Refetches the account's address. */
  refresh: () => Promise<void>
}

/** The field's value and the result of its last save. */
export interface EmailState {
  /** The field's value; undefined until the first key, then the account's address shows. */
  typed: string | undefined
  /** The field was left or submitted since the last fault was corrected (ux 29). */
  checked: boolean
  saving: boolean
  /** "Email Saved" shows. */
  saved: boolean
  /** The last save's failure; `again` if a retry may help. */
  failure: { email: string; text: string; again: boolean } | undefined
}

const untouched: EmailState = { typed: undefined, checked: false, saving: false, saved: false, failure: undefined }

/**
 * The e-mail field of My info (INFO-02). Only Submit and Enter save, at most once per 3 s. It outlives the screen, so
 * that typed text is still there on return.
 */
export function createEmailEditor({ known, save, refresh }: EmailPorts) {
  const store = createValue(untouched)
  /** A save was answered less than 3 s ago. */
  let cooldown: ReturnType<typeof setTimeout> | undefined
  let currentSave: string | undefined
  /** Number of resets: an answer from before the last one is ignored. */
  let resets = 0
  /** The address submitted during or just after another save. */
  let next: string | undefined
  const set = (change: Partial<EmailState>) => store.set({ ...store.get(), ...change })
  const typed = () => emailLine(store.get().typed ?? known())

  const showFailure = async (email: string, thrown: unknown) => {
    const error = asCallError(thrown)
    set({ failure: { email, text: failureText(error), again: outcomeUnknown(error) } })
    if (error.status === 409) await refresh()
  }
  const startCooldown = () => {
    cooldown = setTimeout(() => {
      cooldown = undefined
      sendNext()
    }, saveOnceWithinMs)
  }
  const sendNext = () => {
    if (next === undefined || currentSave !== undefined || cooldown !== undefined) return
    const email = next
    next = undefined
    if (email !== known()) void send(email)
  }

  const send = async (email: string): Promise<void> => {
    currentSave = email
    const begun = resets
    set({ saving: true, failure: undefined, saved: false })
    try {
      await save(email, known())
      if (resets !== begun) return
      startCooldown()
      if (typed() === email) set({ typed: email, saved: true, checked: false })
    } catch (thrown) {
      if (resets === begun) await showFailure(email, thrown)
    } finally {
      currentSave = undefined
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
      if (store.get().typed === undefined || !isOwnEmail(email) || currentSave === email) return
      // One save at a time, so that the last submitted address is the last saved.
      if (currentSave !== undefined || cooldown !== undefined) next = email
      else if (email !== known()) await send(email)
    },
    /** On leaving the screen: typed text stays, the note of a save is cleared. */
    leave() {
      if (!store.get().saving && store.get().failure === undefined && typed() === known()) set(untouched)
    },
    /** Resets the editor, because another person may be next. */
    forget() {
      resets += 1
      clearTimeout(cooldown)
      cooldown = undefined
      next = undefined
      set(untouched)
    },
  }
}

/** The field's error, once it is due (ux 29). */
export function emailProblem(state: EmailState, known: string, words: { missing: string }): string | undefined {
  const email = emailLine(state.typed ?? known)
  if (state.failure?.email === email) return state.failure.text
  if (email === '') return known === '' || state.checked ? words.missing : undefined
  return state.checked && !isOwnEmail(email) && email !== known ? emailFault(email) : undefined
}
