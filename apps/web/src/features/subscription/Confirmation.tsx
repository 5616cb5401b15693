import type { SubscriptionList } from '@nerdify/contract/subscriptions.ts'
import type { ReactNode } from 'react'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { subscriptionTexts } from '../../texts/subscription.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Dialog } from '@nerdify/ui/surfaces/Dialog.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Stack } from '@nerdify/ui/page/Layout.tsx'
import { useSubscriptionChange } from './use-subscriptions.ts'

interface ConfirmationProps {
  title: string
  yes: string
  run: () => Promise<SubscriptionList>
  onClose: () => void
  children: ReactNode
}

/** The second step of leaving a plan (SUB-11): its consequences, and yes or no. */
export function Confirmation({ title, yes, run, onClose, children }: ConfirmationProps) {
  const change = useSubscriptionChange(run, onClose)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="danger"
            busy={change.isPending && subscriptionTexts.canceling}
            onClick={() => change.mutate()}
          >
            {yes}
          </Button>
          <Button onClick={onClose}>{subscriptionTexts.cancelNo}</Button>
        </>
      }
    >
      <Stack gap={3}>
        <p>{children}</p>
        {change.isError && <ErrorText role="alert">{failureText(change.error)}</ErrorText>}
      </Stack>
    </Dialog>
  )
}
