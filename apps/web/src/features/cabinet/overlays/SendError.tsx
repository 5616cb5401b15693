import type { CallError } from '@nerdify/contract/error-body.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { useOnceOnline } from '@nerdify/ui/surfaces/use-once-online.ts'

interface SendErrorProps {
  /** Why it cannot be sent, after a try. */
  fault?: string | undefined
  failure: CallError | null
  again: () => void
}

/** Why a write failed, or cannot be sent. A write that failed offline is retried once the device is online (EASE-12). */
export function SendError({
  failure,
  fault = failure === null ? undefined : failureText(failure),
  again,
}: SendErrorProps) {
  useOnceOnline(failure?.status === 0, again)
  return fault !== undefined && <ErrorText role="alert">{fault}</ErrorText>
}
