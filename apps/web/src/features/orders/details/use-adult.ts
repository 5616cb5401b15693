import { adultMissingText } from '@nerdify/domain/fair-dealing/adult.ts'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { queryKeys, useMe } from '../../../api/queries.ts'
import { useChange } from '../../../api/use-change.ts'

/**
 * Whether the client is 18 or older (LAW-02). Each client is asked once; continuing saves their tick, which is never
 * set by default.
 */
export function useAdult() {
  const isConfirmed = useMe().data?.adult_confirmed
  const [isAsked, setAsked] = useState(false)
  const [isTicked, setTicked] = useState(false)
  const change = useChange(queryKeys.me, () => api.changeMe({ adult_confirmed: true }))
  // The client's data may load after the step has opened.
  if (!isAsked && isConfirmed === false) setAsked(true)

  return {
    /** The step asks, because the client had not confirmed it before. */
    isAsked,
    isTicked: isTicked || (isAsked && isConfirmed === true),
    tick(ticked: boolean) {
      change.reset()
      setTicked(ticked)
    },
    fault: isAsked && !isTicked && isConfirmed === false ? adultMissingText : undefined,
    /** Why the save failed. */
    error: change.error === null ? undefined : failureText(change.error),
    /** Saves it; false if that fails. */
    async save() {
      if (isConfirmed !== false) return true
      return (
        isTicked &&
        change.mutateAsync().then(
          () => true,
          () => false,
        )
      )
    },
  }
}
