import { codeTexts } from '../../texts/sign-in.ts'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { LinkButton } from '@nerdify/ui/actions/TextLink.tsx'
import { useSecondsUntil } from '@nerdify/ui/use-seconds-until.ts'

interface ResendLineProps {
  /** When "Resend" becomes possible, epoch milliseconds by this device's clock. */
  at: number
  onResend: () => void
  /** A click before that; gets the seconds left. */
  onTooEarly: (seconds: number) => void
}

/** "Nothing yet? Resend in 24 seconds" (AUTH-04, ux 7). */
export function ResendLine({ at, onResend, onTooEarly }: ResendLineProps) {
  const seconds = useSecondsUntil(at)
  return (
    <Text look="muted">
      {codeTexts.nothingYet}{' '}
      <LinkButton onClick={() => (seconds > 0 ? onTooEarly(seconds) : onResend())} blocked={seconds > 0}>
        {codeTexts.resend}
      </LinkButton>{' '}
      <span>{seconds > 0 && codeTexts.resendIn(seconds)}</span>
    </Text>
  )
}
