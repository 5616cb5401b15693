import type { ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from '../actions/Button.tsx'
import { AlertIcon } from '../actions/Icons.tsx'
import { tryAgainText } from '../part-texts.ts'
import { useOnceOnline } from './use-once-online.ts'

interface FailureBannerProps {
  /** What did not work. */
  title: string
  /** Why, and what to do about it. */
  children: ReactNode
  /** The words of the button while it is tried again. */
  busy?: string | false
  onRetry: () => void
}

/**
 * Something failed: says what and why, and offers to try again, which it does by itself once the line is back (UI-08,
 * ux 54, EASE-12).
 */
export function FailureBanner({ title, children, busy = false, onRetry }: FailureBannerProps) {
  useOnceOnline(busy === false, onRetry)
  return (
    <Banner
      kind="bad"
      icon={<AlertIcon />}
      title={title}
      actions={
        <Button size="small" busy={busy} onClick={onRetry}>
          {tryAgainText}
        </Button>
      }
    >
      {children}
    </Banner>
  )
}
