import type { ReactNode } from 'react'
import { CloseButton } from '../actions/Button.tsx'
import styles from './Drawer.module.css'
import { closeMenuText } from '../part-texts.ts'
import { useModal } from '../surfaces/use-modal.ts'
import type { Elements } from '../elements.ts'

interface DrawerProps {
  /** The name of the navigation for assistive technology. */
  label: string
  brand: Elements
  /** Called by the close button, Escape and a click beside the drawer; the caller unmounts it. */
  onClose: () => void
  /** The entries: links and buttons with {@link drawerItemClass}. */
  children: ReactNode
  /** The action at the bottom. */
  foot?: ReactNode
}

/** The class of an entry of the drawer; mark the current page with `aria-current="page"`. */
export const drawerItemClass = (): string => styles.item ?? ''

/** The end of an entry: a count or a tag. */
export const DrawerEnd = ({ children }: { children: ReactNode }) => <span className={styles.end}>{children}</span>

/** The menu on phones, from the end of the line. Open while it is mounted. */
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
