import { type ReactNode, useId } from 'react'
import { joinClasses } from '../join-classes.ts'
import { ratedText, starText } from '../part-texts.ts'
import { coverInputClass } from './CoverChoice.tsx'
import styles from './Stars.module.css'

const values = [1, 2, 3, 4, 5] as const

/** A client's mark: 1 to 5 stars. */
export type StarValue = (typeof values)[number]

/** One star, outlined unless `on`. */
export const Star = ({ on = false }: { on?: boolean }) => (
  <svg
    className={joinClasses(styles.star, on && styles.on)}
    viewBox="0 0 24 24"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="m12 2.8 2.85 5.78 6.38.93-4.62 4.5 1.09 6.35L12 17.36l-5.7 3 1.09-6.35-4.62-4.5 6.38-.93z" />
  </svg>
)

/** A read-only mark from 0 to 5. */
export const Stars = ({ value }: { value: number }) => (
  <span className={styles.stars} role="img" aria-label={ratedText(value)}>
    {values.map((star) => (
      <Star key={star} on={star <= value} />
    ))}
  </span>
)

/** The class of one of five star links; its content is a {@link Star}, and it needs an accessible name. */
export const starLinkClass = (): string => styles.choice ?? ''

/** The row of five star links, labeled by its question. */
export const StarLinks = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.rating} role="group" aria-label={label}>
    {children}
  </div>
)

interface StarRatingProps {
  /** The question, as the accessible name. */
  label: string
  value: StarValue | undefined
  onChange: (value: StarValue) => void
  /** A word for each mark, from 1 to 5; the chosen mark's word shows below. */
  words: readonly [string, string, string, string, string]
}

/** A choice of one to five stars: radio buttons with the native keys (ux 49). */
export function StarRating({ label, value, onChange, words }: StarRatingProps) {
  const name = useId()
  return (
    <div>
      <div className={styles.rating} role="radiogroup" aria-label={label}>
        {values.map((star) => (
          <label key={star} className={styles.choice}>
            <input
              className={joinClasses(coverInputClass(), styles.input)}
              type="radio"
              name={name}
              value={star}
              checked={star === value}
              aria-label={starText(star, words[star - 1] ?? '')}
              onChange={() => onChange(star)}
            />
            <Star on={value !== undefined && star <= value} />
          </label>
        ))}
      </div>
      <p className={styles.word} aria-hidden="true">
        {value !== undefined && starText(value, words[value - 1] ?? '')}
      </p>
    </div>
  )
}
