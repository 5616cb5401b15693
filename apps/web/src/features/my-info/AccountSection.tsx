import { ownDates } from '@nerdify/domain/dates/date-words.ts'
import type { Client, ClientAction } from '@nerdify/contract/client.ts'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { api, serverNow } from '../../api/client.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { queryKeys } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { myInfoTexts } from '../../texts/my-info.ts'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { AlertIcon, DownloadIcon } from '@nerdify/ui/actions/Icons.tsx'
import { Actions, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { VisuallyHidden } from '@nerdify/ui/page/VisuallyHidden.tsx'

const DeleteAccountDialog = lazy(async () => ({
  default: (await import('./DeleteAccountDialog.tsx')).DeleteAccountDialog,
}))

/** "Download my data" and "Delete my account", which can be undone for seven days (LAW-06). */
export function AccountSection({ client }: { client: Client }) {
  const [asking, setAsking] = useState(false)
  const download = useMutation({
    mutationFn: async () =>
      saveFile(myInfoTexts.dataFile, 'application/json', JSON.stringify(await api.myData(), null, 2)),
  })
  const change = useChange(
    queryKeys.me,
    (action: ClientAction) => api.changeMe({ action }),
    () => setAsking(false),
  )
  const isKept = change.isSuccess && client.delete_at === null
  const heading = useFocusOnChange(client.delete_at)

  return (
    <section aria-labelledby="your-data">
      <Stack>
        <h2 id="your-data" ref={heading} tabIndex={-1}>
          {myInfoTexts.data}
        </h2>
        {client.delete_at !== null && (
          <Banner
            icon={<AlertIcon />}
            title={myInfoTexts.deleteDue}
            actions={
              <Button
                size="small"
                busy={change.isPending && myInfoTexts.deleting}
                onClick={() => change.mutate('keep_account')}
              >
                {myInfoTexts.deleteNo}
              </Button>
            }
          >
            {myInfoTexts.deleteDueOn(ownInstant(Date.parse(client.delete_at)))}
          </Banner>
        )}
        {change.isError && !asking && <ErrorText role="alert">{failureText(change.error)}</ErrorText>}
        <Text look="muted">{myInfoTexts.dataNote}</Text>
        <Actions>
          <Button busy={download.isPending && myInfoTexts.downloading} onClick={() => download.mutate()}>
            <DownloadIcon />
            {myInfoTexts.download}
          </Button>
          {client.delete_at === null && (
            <Button variant="danger" onClick={() => setAsking(true)}>
              {myInfoTexts.deleteAccount}
            </Button>
          )}
        </Actions>
        {download.isError && (
          <ErrorText role="alert">{`${myInfoTexts.downloadFailed}. ${failureText(download.error)}`}</ErrorText>
        )}
        <VisuallyHidden role="status">
          {[
            download.isSuccess && myInfoTexts.downloaded,
            isKept && myInfoTexts.kept,
            client.delete_at !== null && myInfoTexts.deleteDue,
          ]
            .filter(Boolean)
            .join(' ')}
        </VisuallyHidden>
      </Stack>
      {asking && (
        <Suspense fallback={null}>
          <DeleteAccountDialog
            balance={client.available_balance}
            busy={change.isPending}
            failure={change.error}
            onDelete={() => change.mutate('delete_account')}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** The clicked button disappears with the change, so the focus moves to the section's heading. */
function useFocusOnChange(value: string | null) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(value)
  useEffect(() => {
    if (before.current !== value) heading.current?.focus()
    before.current = value
  }, [value])
  return heading
}

/** "Sat, Nov 28, 9:00 AM EST": a future time has its zone (ux 22), and after "on" a date, never "tomorrow". */
const ownInstant = (at: number) => `${ownDates.date(at, serverNow())}, ${ownDates.timeOfZone(at)}`

/** Downloads a text as a file. */
function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // By the next turn the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
