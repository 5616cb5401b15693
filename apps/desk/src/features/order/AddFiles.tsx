import { failureText } from '@nerdify/browser/failure-text.ts'
import { orderFileTypes, type OrderFileType } from '@nerdify/domain/files/order-files.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { FileDrop } from '@nerdify/ui/fields/FileDrop.tsx'
import { SelectField } from '@nerdify/ui/fields/SelectField.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { useState } from 'react'
import { useAddFiles } from '../../api/order-queries.ts'
import { orderTexts } from '../../texts/order.ts'

const nerdTypes = (Object.keys(orderFileTypes) as OrderFileType[]).filter((type) => orderFileTypes[type] === 'nerd')

/** Adds files of the Nerd at once, first of the `suggested` type, each under a key of its own, so that another try adds none twice (OPS-05). */
export function AddFiles({ orderId, suggested }: { orderId: string; suggested: OrderFileType }) {
  const [chosen, setChosen] = useState<OrderFileType>()
  const type = chosen ?? suggested
  const add = useAddFiles(orderId)
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
          if (!add.isPending) add.mutate({ type, files: files.map((file) => ({ file, key: crypto.randomUUID() })) })
        }}
      />
      <div role="status">
        {add.isPending && <Text look="small">{orderTexts.adding}</Text>}
        {add.error && (
          <ErrorText>
            {`${failureText(add.error)} ${orderTexts.notAdded(add.variables.files.map(({ file }) => file.name).join(', '))}`}
          </ErrorText>
        )}
      </div>
      {add.error && (
        <Button size="small" onClick={() => add.mutate(add.variables)}>
          {orderTexts.retryFiles}
        </Button>
      )}
    </Stack>
  )
}
