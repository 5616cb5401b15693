import { fileFault } from '@nerdify/domain/files/file-limits.ts'
import { orderFileTypes, type OrderFileType } from '@nerdify/domain/files/order-files.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { FileDrop } from '@nerdify/ui/fields/FileDrop.tsx'
import { SelectField } from '@nerdify/ui/fields/SelectField.tsx'
import { Cluster, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { useState } from 'react'
import { useOrderUploads } from '../../api/uploads.ts'
import { orderTexts } from '../../texts/order.ts'

const nerdTypes = (Object.keys(orderFileTypes) as OrderFileType[]).filter((type) => orderFileTypes[type] === 'nerd')

/** Uploads files of the Nerd at once, first of the `suggested` type; failed ones stay, each with its reason. */
export function AddFiles({ orderId, suggested }: { orderId: string; suggested: OrderFileType }) {
  const [chosen, setChosen] = useState<OrderFileType>()
  const type = chosen ?? suggested
  const { pendingCount, failed, add, refuse, retry, forget } = useOrderUploads(orderId)
  return (
    <Stack gap={2}>
      <SelectField
        label={orderTexts.fileType}
        value={type}
        options={nerdTypes.map((value) => ({ value, label: orderTexts.fileTypes[value] }))}
        onChange={(value) => setChosen(value as OrderFileType)}
      />
      <FileDrop
        look="line"
        label={orderTexts.addFiles}
        hint={orderTexts.addHint}
        onFiles={(files) => {
          for (const file of files) {
            // An order takes any number of files of staff.
            const fault = fileFault(file, 0)
            if (fault === undefined) add(type, file)
            else refuse(file, fault)
          }
        }}
      />
      <div role="status">
        {pendingCount > 0 && <Text look="small">{orderTexts.adding(pendingCount)}</Text>}
        {failed.map(({ id, file, fault }) => (
          <ErrorText key={id}>{orderTexts.notAdded(file.name, fault)}</ErrorText>
        ))}
      </div>
      {failed.length > 0 && (
        <Cluster>
          {failed.some(({ canRetry }) => canRetry) && (
            <Button size="small" onClick={() => failed.forEach(({ id }) => retry(id))}>
              {orderTexts.retryFiles}
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={() => failed.forEach(({ id }) => forget(id))}>
            {orderTexts.leaveOut(failed.length)}
          </Button>
        </Cluster>
      )}
    </Stack>
  )
}
