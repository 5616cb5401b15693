import { type SyntheticEvent, useLayoutEffect, useRef } from 'react'

/**
 * Opens a `<dialog>`, which takes what this answers, as a modal while it is mounted. The platform keeps the focus
 * inside, makes the page behind inert and, on closing, gives the focus back to where it was.
 */
export const useModal = (onClose: () => void) => {
  const ref = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    dialog.showModal()
    return () => dialog.close()
  }, [])

  return {
    ref,
    // Escape only asks: who mounted the dialog decides, and unmounting closes it.
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      onClose()
    },
    // The browser may close it all the same (a second Escape, the back gesture of Android).
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target === event.currentTarget && !event.currentTarget.open) onClose()
    },
  }
}
