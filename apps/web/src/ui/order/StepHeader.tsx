import type { ReactNode } from 'react'
import { joinClasses } from '../join-classes.ts'
import { stepText } from '../part-texts.ts'
import styles from './StepHeader.module.css'

/** What {@link StepHeader} takes. */
interface StepHeaderProps {
  /** The link one step back: `<Link className={linkClass('back')}><BackLabel>Back</BackLabel></Link>`. */
  back: ReactNode
  /** This step, from 1. */
  step: number
  /** Undefined while it is not known: then no number stands there that would change (ux 15). */
  of: number | undefined
}

/** Way back, "Step n of m" in text, and the track (ux 15). */
export const StepHeader = ({ back, step, of }: StepHeaderProps) => (
  <div className={styles.steps}>
    <div className={styles.row}>
      {back}
      {of !== undefined && <p className={styles.label}>{stepText(step, of)}</p>}
    </div>
    <div className={styles.track} aria-hidden="true">
      {Array.from({ length: of ?? 1 }, (_, index) => (
        <span key={index} className={joinClasses(styles.part, of !== undefined && index < step && styles.done)} />
      ))}
    </div>
  </div>
)

/** What {@link FlowHeader} takes. */
interface FlowHeaderProps extends StepHeaderProps {
  title: ReactNode
  /** The id of the heading, where a list of choices is labelled by it. */
  titleId?: string
  /** A sentence below the heading. */
  lede?: ReactNode
}

/** The head of an order step: step header, the page's heading, a sentence. */
export const FlowHeader = ({ title, titleId, lede, ...step }: FlowHeaderProps) => (
  <header className={styles.head}>
    <StepHeader {...step} />
    <h1 className={styles.title} id={titleId} tabIndex={-1}>
      {title}
    </h1>
    {lede && <p className={styles.lede}>{lede}</p>}
  </header>
)
