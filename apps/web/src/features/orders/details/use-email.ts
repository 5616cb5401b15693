import { emailFault, emailLine, isOwnEmail } from '@nerdify/domain/sign-in/email.ts'
import type { Client } from '@nerdify/contract/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { asCallError, outcomeUnknown } from '@nerdify/browser/call-error.ts'
import { api } from '../../../api/client.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { latestEmailOf, unconfirmedEmailOf } from '../../../api/latest-email.ts'
import { queryKeys, useMe } from '../../../api/queries.ts'
import { useChange } from '../../../api/use-change.ts'
import { drafts, useDraft } from '../draft/drafts.ts'

/** The e-mail, prefilled from the account; a typed one stays in the draft until the account has it (FLOW-17). */
export function useEmail(draftKey: string) {
  const queryClient = useQueryClient()
  const me = useMe().data
  const known = latestEmailOf(me) ?? ''
  const value = useDraft(draftKey).email ?? known
  const [refusal, setRefusal] = useState<{ email: string; text: string; isFinal: boolean }>()
  const [isLeft, setLeft] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const saving = useRef<{ email: string; done: Promise<boolean> }>(undefined)

  const email = emailLine(value)
  // The account's address is valid, also masked in a session of one order (SAFE-03).
  const isValid = isOwnEmail(email) || (email !== '' && email === known)
  const refused = refusal?.email === email ? refusal : undefined
  const fault = isValid ? (refused?.isFinal ? refused.text : undefined) : emailFault(email)

  const change = useChange(queryKeys.me, (typed: string) => {
    const stored = latestEmailOf(queryClient.getQueryData<Client>(queryKeys.me))
    return api.changeMe({ email: typed, email_before: stored })
  })
  const send = async (): Promise<boolean> => {
    try {
      await change.mutateAsync(email)
      if (emailLine(drafts.read(draftKey).email ?? '') === email) drafts.change(draftKey, { email: undefined })
      setRefusal(undefined)
      setSaved(true)
      return true
    } catch (thrown) {
      const error = asCallError(thrown)
      // Changed in another window: the stored address is read, so that a retry replaces it on purpose (abuse 40).
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
    const next = { email, done: send() }
    saving.current = next
    void next.done.then(() => {
      if (saving.current === next) saving.current = undefined
    })
    return next.done
  }

  return {
    value,
    /** The address's fault: its form, or the server's refusal (FLOW-22). */
    fault,
    /** The field's error: an invalid form after the field was left (ux 29), or a failed save. */
    error: isValid ? refused?.text : isLeft ? fault : undefined,
    isSaved: isSaved && email === known,
    /** Its link waits in the mailbox (SAFE-02); it works all the same (FLOW-21). */
    isPending: email !== '' && email === unconfirmedEmailOf(me),
    /** The account's first address: receipts go there at once. */
    isFirst: me?.email_confirmed === false && email === me.email?.email,
    type(typed: string) {
      setSaved(false)
      if (fault === undefined) setLeft(false)
      const isStored = typed === known && saving.current === undefined
      drafts.change(draftKey, { email: isStored ? undefined : typed })
    },
    /** On blur: saves a valid address (FLOW-21). */
    leave() {
      setLeft(email !== '')
      void save()
    },
    /** Saves the address; false if that fails. */
    save,
  }
}
