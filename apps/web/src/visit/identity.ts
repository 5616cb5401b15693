/** Shows the question, or hides it when no call waits for an answer. */
type Asker = (isAsked: boolean) => void

/**
 * The question "is it you?" for a call beyond the session's reach (SAFE-03). Calls that are refused at the same time
 * wait for one answer.
 */
export function createIdentity() {
  let asker: Asker | undefined
  let openQuestion: PromiseWithResolvers<boolean> | undefined

  return {
    /** Whether the person confirmed their identity; immediately false if no component can ask. */
    confirm(): Promise<boolean> {
      if (asker === undefined) return Promise.resolve(false)
      if (openQuestion === undefined) {
        openQuestion = Promise.withResolvers()
        asker(true)
      }
      return openQuestion.promise
    },
    /** Answers the waiting calls; false if the person declined. */
    answer(confirmed: boolean) {
      const { resolve } = openQuestion ?? {}
      openQuestion = undefined
      asker?.(false)
      resolve?.(confirmed)
    },
    /** Registers the component that asks; the returned function removes it and refuses an open question. */
    registerAsker(next: Asker) {
      asker = next
      return () => {
        openQuestion?.resolve(false)
        openQuestion = undefined
        asker = undefined
      }
    },
  }
}

/** The question of this page. */
export const identity = createIdentity()
