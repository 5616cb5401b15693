import type { ReactNode } from 'react'
import { ArrowLeftIcon } from './Icons.tsx'
import { joinClasses } from '../join-classes.ts'
import styles from './TextLink.module.css'

/**
 * The class of a link on its own line (44 px target): `<Link className={linkClass()}>`. A `back` link leads one step
 * back; its content is a {@link BackLabel}. Links in a sentence need no class.
 */
export const linkClass = (kind: 'own' | 'back' = 'own'): string =>
  joinClasses(styles.link, kind === 'back' && styles.back)

/** The content of a back link: `<Link className={linkClass('back')} to=…><BackLabel>Back</BackLabel></Link>`. */
export const BackLabel = ({ children }: { children: ReactNode }) => (
  <>
    <ArrowLeftIcon />
    <span>{children}</span>
  </>
)

interface LinkButtonProps {
  onClick: () => void
  /** Blocked, but focusable and clickable (ux 31). */
  blocked?: boolean | undefined
  children: ReactNode
}

/** A button that looks like a link, e.g. "Resend" within a sentence. */
export const LinkButton = ({ onClick, blocked, children }: LinkButtonProps) => (
  <button
    type="button"
    className={joinClasses(styles.link, styles.button)}
    aria-disabled={blocked ? true : undefined}
    onClick={onClick}
  >
    {children}
  </button>
)
