import type { CallError } from '@nerdify/contract/error-body.ts'
import { failureText } from '../../../api/failure-text.ts'
import { ErrorText } from '../../../ui/fields/Field.tsx'
import { useOnceOnline } from '../../../ui/surfaces/use-once-online.ts'

/** What {@link NotSent} takes: why it was not sent, if it was not, and what sends it again. */
interface NotSentProps {
  failure: CallError | null
  again: () => void
}

/** Says why something was not sent; what found no line is sent by itself once there is one (EASE-12). */
export function NotSent({ failure, again }: NotSentProps) {
  useOnceOnline(failure?.status === 0, again)
  return failure && <ErrorText>{failureText(failure)}</ErrorText>
}
