import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react'

/** What {@link useModal} hands to the `<dialog>`. */
interface ModalProps {
  ref: RefObject<HTMLDialogElement | null>
  onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void
  onClose: (event: SyntheticEvent<HTMLDialogElement>) => void
}

/**
 * Opens a `<dialog>` as a modal while it is mounted. The platform keeps the focus inside, makes the page behind inert and,
 * on closing, gives the focus back to where it was.
 */
export const useModal = (onClose: () => void): ModalProps => {
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
    onCancel: (event) => {
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      onClose()
    },
    // The browser may close it all the same (a second Escape, the back gesture of Android).
    onClose: (event) => {
      if (event.target === event.currentTarget && !event.currentTarget.open) onClose()
    },
  }
}
