import type { CallError } from '@nerdify/contract/error-body.ts'
import { daysToUndoDeletion } from '@nerdify/domain/clients/account-deletion.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { myInfoTexts } from '../../texts/my-info.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Dialog } from '@nerdify/ui/surfaces/Dialog.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Stack } from '@nerdify/ui/page/Layout.tsx'

interface DeleteAccountDialogProps {
  /** The balance that would be lost, in dollars; null if the session may not see it (SAFE-03). */
  balance: number | null
  busy: boolean
  failure: CallError | null
  onDelete: () => void
  onClose: () => void
}

/** Explains the deletion of the account, and asks yes or no (LAW-06). */
export const DeleteAccountDialog = ({ balance, busy, failure, onDelete, onClose }: DeleteAccountDialogProps) => (
  <Dialog
    title={myInfoTexts.deleteTitle}
    onClose={onClose}
    actions={
      <>
        <Button variant="danger" busy={busy && myInfoTexts.deleting} onClick={onDelete}>
          {myInfoTexts.deleteYes}
        </Button>
        <Button onClick={onClose}>{myInfoTexts.deleteNo}</Button>
      </>
    }
  >
    <Stack gap={3}>
      <p>{myInfoTexts.deleteText(daysToUndoDeletion)}</p>
      <p>{myInfoTexts.deleteGoes}</p>
      {balance !== null && balance > 0 && <p>{myInfoTexts.deleteBalance(formatMoney(centsFromDollars(balance)))}</p>}
      <p>{myInfoTexts.deleteStays}</p>
      {failure !== null && <ErrorText role="alert">{failureText(failure)}</ErrorText>}
    </Stack>
  </Dialog>
)
