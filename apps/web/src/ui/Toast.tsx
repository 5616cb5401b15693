import { useEffect } from 'react'
import { CheckIcon } from './Icons.tsx'
import styles from './Toast.module.css'

/** What {@link Toast} takes. */
interface ToastProps {
  /** Two or three words, e.g. `Link copied`; undefined shows nothing. Keep the part mounted, so that it is announced. */
  message: string | undefined
  /** Told when the time is over; the caller then clears the message. */
  onGone: () => void
  milliseconds?: number
}

/** A short confirmation that goes by itself and is announced politely. */
export function Toast({ message, onGone, milliseconds = 1500 }: ToastProps) {
  useEffect(() => {
    if (message === undefined) return
    const timer = setTimeout(onGone, milliseconds)
    return () => clearTimeout(timer)
  }, [message, onGone, milliseconds])

  return (
    <div className={styles.place} role="status">
      {message !== undefined && (
        <div className={styles.toast}>
          <CheckIcon />
          {message}
        </div>
      )}
    </div>
  )
}
