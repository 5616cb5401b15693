import type { ReactNode } from 'react'
import { CloseButton } from '../actions/Button.tsx'
import styles from './Drawer.module.css'
import { closeMenuText } from '../part-texts.ts'
import { useModal } from '../surfaces/use-modal.ts'
import type { Elements } from '../elements.ts'

interface DrawerProps {
  /** The accessible name of the navigation. */
  label: string
  brand: Elements
  /** Called by the close button, Escape and a click outside; the caller unmounts the drawer. */
  onClose: () => void
  /** The entries: links and buttons with {@link drawerItemClass}. */
  children: ReactNode
  /** The action at the bottom. */
  foot?: ReactNode
}

/** The class of a drawer entry; mark the current page with `aria-current="page"`. */
export const drawerItemClass = (): string => styles.item ?? ''

/** A count or a tag at the end of an entry. */
export const DrawerEnd = ({ children }: { children: ReactNode }) => <span className={styles.end}>{children}</span>

/** The phone menu, which slides in from the inline end. Open while mounted. */
export function Drawer({ label, brand, onClose, children, foot }: DrawerProps) {
  const modal = useModal(onClose)
  return (
    <dialog
      {...modal}
      className={styles.drawer}
      aria-label={label}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles.inner}>
        <div className={styles.head}>
          {brand}
          <div className={styles.close}>
            <CloseButton label={closeMenuText} onClick={onClose} />
          </div>
        </div>
        <nav className={styles.list} aria-label={label}>
          {children}
        </nav>
        {foot && <div className={styles.foot}>{foot}</div>}
      </div>
    </dialog>
  )
}
