import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { iconButtonClass } from '../actions/Button.tsx'
import { MoreIcon } from '../actions/Icons.tsx'
import { listen } from '../listen.ts'
import styles from './MoreMenu.module.css'

interface MoreMenuProps {
  /** The name of the button, saying what is inside: `More: Contact us, Sign out`. */
  label: string
  /** Links and buttons with {@link moreItemClass}. */
  children: ReactNode
}

/** The class of an entry of the menu. */
export const moreItemClass = (): string => styles.item ?? ''

/** The entries that have no room in the top bar, disclosed by a button. Escape, a choice or a press elsewhere closes it. */
export function MoreMenu({ label, children }: MoreMenuProps) {
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (!open) return
    const elsewhere = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    return listen({ pointerdown: elsewhere, focusin: elsewhere, keydown: escape })
  }, [open])

  return (
    <div className={styles.more} ref={box}>
      <button
        ref={button}
        type="button"
        className={iconButtonClass()}
        aria-label={label}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        <MoreIcon />
      </button>
      <div className={styles.list} id={listId} hidden={!open} onClick={() => setOpen(false)}>
        {children}
      </div>
    </div>
  )
}
