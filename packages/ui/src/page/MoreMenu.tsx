import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { iconButtonClass } from '../actions/Button.tsx'
import { MoreIcon } from '../actions/Icons.tsx'
import { listen } from '../listen.ts'
import styles from './MoreMenu.module.css'

interface MoreMenuProps {
  /** The accessible name of the button, with the entries: `More: Contact us, Sign out`. */
  label: string
  /** Links and buttons with {@link moreItemClass}. */
  children: ReactNode
}

/** The class of a menu entry. */
export const moreItemClass = (): string => styles.item ?? ''

/** A disclosure of the entries that do not fit in the top bar. Escape, a choice or a click outside closes it. */
export function MoreMenu({ label, children }: MoreMenuProps) {
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (!open) return
    const closeFromOutside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    return listen({ pointerdown: closeFromOutside, focusin: closeFromOutside, keydown: closeOnEscape })
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
