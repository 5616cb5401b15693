let opener: HTMLElement | undefined
const listeners = new Set<() => void>()

const set = (next: HTMLElement | undefined) => {
  opener = next
  for (const listener of listeners) listener()
}

/** The button of the footer that asks to change the consent (CONS-04); the popup's code may still be on its way. */
export const consentRequest = {
  /** `from` gets the focus back. */
  ask: (from: HTMLElement) => set(from),
  done: () => set(undefined),
  opener: () => opener,
  follow(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
