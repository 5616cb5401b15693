/** What asks the person, and is told when there is nothing to ask any more. */
type Asker = (isAsked: boolean) => void

/**
 * The question "is it you?", which is asked when a call is out of the session's reach (SAFE-03). Calls that are refused
 * at the same time wait for one answer.
 */
export function createIdentity() {
  let asker: Asker | undefined
  let asked: PromiseWithResolvers<boolean> | undefined

  return {
    /** Whether the person confirmed that it is them; false at once where nothing on the page could ask. */
    confirm(): Promise<boolean> {
      if (asker === undefined) return Promise.resolve(false)
      if (asked === undefined) {
        asked = Promise.withResolvers()
        asker(true)
      }
      return asked.promise
    },
    /** The person confirmed it, or did not want to. */
    answer(confirmed: boolean) {
      const { resolve } = asked ?? {}
      asked = undefined
      asker?.(false)
      resolve?.(confirmed)
    },
    /** Puts what asks in its place; answers the function that takes it away, with what it was asked. */
    askBy(next: Asker) {
      asker = next
      return () => {
        asked?.resolve(false)
        asked = undefined
        asker = undefined
      }
    },
  }
}

/** The question of this page. */
export const identity = createIdentity()
