import type { CallError } from '@nerdify/contract/error-body.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { useOnceOnline } from '@nerdify/ui/surfaces/use-once-online.ts'

/** Why a write failed. A write that failed offline is retried once the device is online (EASE-12). */
export function SendError({ failure, again }: { failure: CallError | null; again: () => void }) {
  useOnceOnline(failure?.status === 0, again)
  return failure && <ErrorText>{failureText(failure)}</ErrorText>
}
