import type { ReactNode } from 'react'
import styles from './Banner.module.css'
import { CloseButton } from '../actions/Button.tsx'
import { focusHeading } from '../focus-heading.ts'
import { joinClasses } from '../join-classes.ts'
import type { Elements } from '../elements.ts'

interface BannerProps {
  /** `bad` is announced at once (failed payment, failed read); `nerd` is for offers. */
  kind?: 'info' | 'bad' | 'nerd'
  /** An icon, shown at 24 px. */
  icon: Elements
  title: ReactNode
  /** A line below the title. */
  children?: ReactNode
  actions?: ReactNode
  onClose?: (() => void) | undefined
}

/** If a click removes the banner, the focus moves to the heading, not to the top of the page (ux 55). */
const keepFocus = (banner: HTMLElement | null) => () => {
  if (!banner?.contains(document.activeElement)) return
  focusHeading(banner.closest('main, dialog')?.querySelector<HTMLElement>('h1, dialog h2'))
}

/** A message across the screen, with its actions. */
export const Banner = ({ kind = 'info', icon, title, children, actions, onClose }: BannerProps) => (
  <div
    ref={keepFocus}
    className={joinClasses(styles.banner, kind !== 'info' && styles[kind])}
    role={kind === 'bad' ? 'alert' : undefined}
  >
    {icon}
    <div className={styles.words}>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
    </div>
    {onClose && (
      <div className={styles.close}>
        <CloseButton onClick={onClose} />
      </div>
    )}
    {actions && <div className={styles.actions}>{actions}</div>}
  </div>
)
