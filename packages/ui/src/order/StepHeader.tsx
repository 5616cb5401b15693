import type { ReactNode } from 'react'
import { joinClasses } from '../join-classes.ts'
import { Text } from '../page/Layout.tsx'
import { stepText } from '../part-texts.ts'
import styles from './StepHeader.module.css'
import type { Elements } from '../elements.ts'

interface FlowHeaderProps {
  /** The link one step back. */
  back: Elements
  /** This step, from 1. */
  step: number
  /** Undefined until known, so that no number shows that might change (ux 15). */
  steps: number | undefined
  title: ReactNode
  /** The id of the heading, for a list of choices that it labels. */
  titleId?: string | undefined
  /** A sentence below the heading. */
  lede?: ReactNode
}

/** The head of an order step: the back link, "Step n of m" in text and as a track (ux 15), the heading, a sentence. */
export const FlowHeader = ({ back, step, steps, title, titleId, lede }: FlowHeaderProps) => (
  <header className={styles.head}>
    <div className={styles.steps}>
      <div className={styles.row}>
        {back}
        {steps !== undefined && <p className={styles.label}>{stepText(step, steps)}</p>}
      </div>
      <div className={styles.track} aria-hidden="true">
        {Array.from({ length: steps ?? 1 }, (_, index) => (
          <span key={index} className={joinClasses(styles.part, steps !== undefined && index < step && styles.done)} />
        ))}
      </div>
    </div>
    <h1 className={styles.title} id={titleId} tabIndex={-1}>
      {title}
    </h1>
    {lede && <Text look="muted">{lede}</Text>}
  </header>
)
