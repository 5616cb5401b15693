import { adultMissingText } from '@nerdify/domain/fair-dealing/adult.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asCallError } from '@nerdify/browser/call-error.ts'
import { api } from '../../../api/client.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { queryKeys, useMe } from '../../../api/queries.ts'

/**
 * Whether the client is 18 or older (LAW-02). Each client is asked once; continuing saves their tick, which is never
 * set by default.
 */
export function useAdult() {
  const queryClient = useQueryClient()
  const isConfirmed = useMe().data?.adult_confirmed
  const [isAsked] = useState(isConfirmed === false)
  const [isTicked, setTicked] = useState(false)
  const [error, setError] = useState<string>()

  return {
    /** The client had not confirmed it when the step opened. */
    isAsked,
    isTicked: isTicked || (isAsked && isConfirmed === true),
    tick(ticked: boolean) {
      setError(undefined)
      setTicked(ticked)
    },
    fault: isAsked && !isTicked && isConfirmed === false ? adultMissingText : undefined,
    /** Why the save failed. */
    error,
    /** Saves it; false if that fails. */
    async save() {
      if (isConfirmed !== false) return true
      if (!isTicked) return false
      try {
        queryClient.setQueryData(queryKeys.me, await api.changeMe({ adult_confirmed: true }))
        return true
      } catch (thrown) {
        setError(failureText(asCallError(thrown)))
        return false
      }
    },
  }
}
