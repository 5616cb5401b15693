import type { ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from '../actions/Button.tsx'
import { AlertIcon } from '../actions/Icons.tsx'
import { tryAgainText } from '../part-texts.ts'
import { useOnceOnline } from './use-once-online.ts'

interface FailureBannerProps {
  title: string
  /** The reason, and what to do. */
  children: ReactNode
  /** The button's verb during the retry. */
  busy?: string | false
  onRetry: () => void
  /** Only a press retries, as for a payment. */
  byPress?: boolean
  /** The label of the button. */
  retry?: string
}

/**
 * A failure with its reason and a retry, which also runs by itself once online, unless `byPress` (UI-08, ux 54,
 * EASE-12).
 */
export function FailureBanner({
  title,
  children,
  busy = false,
  onRetry,
  byPress = false,
  retry = tryAgainText,
}: FailureBannerProps) {
  useOnceOnline(!byPress && busy === false, onRetry)
  return (
    <Banner
      kind="bad"
      icon={<AlertIcon />}
      title={title}
      actions={
        <Button size="small" busy={busy} onClick={onRetry}>
          {retry}
        </Button>
      }
    >
      {children}
    </Banner>
  )
}
