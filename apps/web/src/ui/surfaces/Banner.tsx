import type { ReactNode } from 'react'
import styles from './Banner.module.css'
import { CloseButton } from '../actions/Button.tsx'
import { joinClasses } from '../join-classes.ts'

interface BannerProps {
  /** `bad` is announced at once (failed payment, failed read); `nerd` is for offers. */
  kind?: 'info' | 'bad' | 'nerd'
  /** An icon; it is drawn at 24 px. */
  icon: ReactNode
  title: ReactNode
  /** A line below the title. */
  children?: ReactNode
  actions?: ReactNode
  onClose?: (() => void) | undefined
}

/** A message across a screen, with what can be done about it. */
export const Banner = ({ kind = 'info', icon, title, children, actions, onClose }: BannerProps) => (
  <div
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
