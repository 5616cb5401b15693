import { type SyntheticEvent, useLayoutEffect, useRef } from 'react'

/**
 * Opens a `<dialog>` as a modal while it is mounted; spread the result on it. The browser keeps the focus inside, makes
 * the page behind inert and, on closing, restores the focus.
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
    // Escape only requests closing: the dialog's owner decides, and unmounting closes the dialog.
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      onClose()
    },
    // The browser may close the dialog anyway (a second Escape, Android's back gesture).
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target === event.currentTarget && !event.currentTarget.open) onClose()
    },
  }
}
