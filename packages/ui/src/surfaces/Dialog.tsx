import { type ReactNode, useEffect, useId, useRef } from 'react'
import { CloseButton } from '../actions/Button.tsx'
import styles from './Dialog.module.css'
import { useModal } from './use-modal.ts'
import type { Elements } from '../elements.ts'

interface DialogProps {
  title: ReactNode
  /** Called by the close button and Escape; the caller unmounts the dialog, or navigates back to the page below. */
  onClose: () => void
  children: Elements
  actions?: ReactNode
}

/**
 * A modal dialog, on phones a bottom sheet (ux 50). It is open while it is mounted; the focus moves to the title and
 * returns on closing.
 */
export function Dialog({ title, onClose, children, actions }: DialogProps) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const modal = useModal(onClose)

  useEffect(() => heading.current?.focus(), [])

  return (
    <dialog {...modal} className={styles.dialog} aria-labelledby={titleId}>
      <h2 ref={heading} className={styles.title} id={titleId} tabIndex={-1}>
        {title}
      </h2>
      <div className={styles.body}>
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      <div className={styles.close}>
        <CloseButton onClick={onClose} />
      </div>
    </dialog>
  )
}
