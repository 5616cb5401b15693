import type { ReactNode } from 'react'
import { buttonClass } from '../actions/Button.tsx'
import { MenuIcon } from '../actions/Icons.tsx'
import { joinClasses } from '../join-classes.ts'
import { menuText } from '../part-texts.ts'
import styles from './TopBar.module.css'
import type { Elements } from '../elements.ts'

interface TopBarProps {
  /** The brand: a link with `brandClass()` around `<Brand />`. */
  brand: Elements
  /** Links of the main navigation (with {@link navLinkClass}), shown from 900 px; phones have the drawer. */
  nav?: ReactNode
  /** The accessible name of the main navigation. */
  navLabel?: string
  /** Links and buttons at the end of the bar. Wrap those that the phone's drawer has in `OnlyDesktop`. */
  end?: Elements
  /** Opens the drawer; if set, the Menu button shows below 900 px. */
  onMenu?: (() => void) | undefined
  menuOpen?: boolean
}

/** The class of a link in the top bar; mark the current page with `aria-current="page"`. */
export const navLinkClass = (): string => styles.navLink ?? ''

/** The bar at the top of every page. */
export const TopBar = ({ brand, nav, navLabel, end, onMenu, menuOpen = false }: TopBarProps) => (
  <header className={styles.top}>
    <div className={styles.inner}>
      {brand}
      {nav && (
        <nav className={styles.nav} aria-label={navLabel}>
          {nav}
        </nav>
      )}
      <div className={styles.end}>
        {end}
        {onMenu && (
          <button
            type="button"
            className={joinClasses(buttonClass({ variant: 'quiet' }), styles.menu)}
            aria-haspopup="dialog"
            aria-expanded={menuOpen}
            onClick={onMenu}
          >
            <MenuIcon />
            {menuText}
          </button>
        )}
      </div>
    </div>
  </header>
)

/** A count in the menu, e.g. of tasks. */
export const Count = ({ children }: { children: number }) => <span className={styles.count}>{children}</span>

/** A short tag beside a menu entry or a title, e.g. `Special`. */
export const Tag = ({ children }: { children: ReactNode }) => <span className={styles.tag}>{children}</span>
