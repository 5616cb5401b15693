import { emailFault, emailLine, isOwnEmail } from '@nerdify/domain/sign-in/email.ts'
import type { Client } from '@nerdify/contract/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { asCallError, outcomeUnknown } from '../../../api/call-error.ts'
import { api } from '../../../api/client.ts'
import { failureText } from '../../../api/failure-text.ts'
import { givenEmailOf, unconfirmedEmailOf } from '../../../api/given-email.ts'
import { queryKeys, useMe } from '../../../api/queries.ts'
import { drafts, useDraft } from '../draft/drafts.ts'

/** The e-mail is prefilled from the account; what is typed is kept with the draft until the account has it (FLOW-17). */
export function useEmail(draftKey: string) {
  const queryClient = useQueryClient()
  const me = useMe().data
  const known = givenEmailOf(me) ?? ''
  const value = useDraft(draftKey).email ?? known
  const [refusal, setRefusal] = useState<{ email: string; text: string; isFinal: boolean }>()
  const [isLeft, setLeft] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const saving = useRef<{ email: string; done: Promise<boolean> }>(undefined)

  const email = emailLine(value)
  // What the account has does, also as a session of one order is shown it: masked (SAFE-03).
  const isValid = isOwnEmail(email) || (email !== '' && email === known)
  const refused = refusal?.email === email ? refusal : undefined
  const fault = isValid ? (refused?.isFinal ? refused.text : undefined) : emailFault(email)

  const send = async (before: Promise<boolean> | undefined): Promise<boolean> => {
    // One after the other: what the last one stored is what this one replaces.
    await before
    const stored = givenEmailOf(queryClient.getQueryData<Client>(queryKeys.me))
    try {
      const client = await api.changeMe({ email, email_before: stored })
      queryClient.setQueryData(queryKeys.me, client)
      if (emailLine(drafts.read(draftKey).email ?? '') === email) drafts.change(draftKey, { email: undefined })
      setRefusal(undefined)
      setSaved(true)
      return true
    } catch (thrown) {
      const error = asCallError(thrown)
      // Changed in another window: what is stored now is read, so that whoever tries again means to replace it (abuse 40).
      const isOvertaken = error.status === 409
      if (isOvertaken) await queryClient.invalidateQueries({ queryKey: queryKeys.me, exact: true })
      setRefusal({ email, text: failureText(error), isFinal: !isOvertaken && !outcomeUnknown(error) })
      return false
    }
  }

  const save = (): Promise<boolean> => {
    if (!isValid) return Promise.resolve(false)
    const last = saving.current
    if (last === undefined && email === known) return Promise.resolve(true)
    if (last?.email === email) return last.done
    const next = { email, done: send(last?.done) }
    saving.current = next
    void next.done.then(() => {
      if (saving.current === next) saving.current = undefined
    })
    return next.done
  }

  return {
    value,
    /** What is wrong with it: its form, or what the server said of it (FLOW-22). */
    fault,
    /** What to say beside the field: a wrong form once the field was left (ux 29), and why it could not be saved. */
    error: isValid ? refused?.text : isLeft ? fault : undefined,
    isSaved: isSaved && email === known,
    /** Its link waits in the mailbox (SAFE-02); it counts all the same (FLOW-21). */
    isPending: email !== '' && email === unconfirmedEmailOf(me),
    /** It is the account's first one: receipts go there at once. */
    isFirst: me?.email_confirmed === false && email === me.email?.email,
    type(typed: string) {
      setSaved(false)
      if (fault === undefined) setLeft(false)
      const isStored = typed === known && saving.current === undefined
      drafts.change(draftKey, { email: isStored ? undefined : typed })
    },
    /** Leaves the field: a valid address is saved (FLOW-21). */
    leave() {
      setLeft(email !== '')
      void save()
    },
    /** Makes sure that the address is saved; false if it is not. */
    save,
  }
}
