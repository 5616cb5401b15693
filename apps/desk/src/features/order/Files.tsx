import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OrderFile } from '@nerdify/contract/files.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { type ReactNode, useState } from 'react'
import { useRemoveFile, type useOrderFiles } from '../../api/order-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { Consequences, FormDialog } from '../../frame/FormDialog.tsx'
import { usePress } from '../../frame/use-press.ts'
import { orderTexts } from '../../texts/order.ts'
import { FilesCard } from './OrderCards.tsx'

const { removeFile: texts } = orderTexts

interface FilesProps {
  order: OperationsOrderWithHistory
  files: ReturnType<typeof useOrderFiles>
  now: number
  zone: string
  children: ReactNode
}

/** The order's files; one of the Nerd can be removed. */
export function Files({ order, files, now, zone, children }: FilesProps) {
  const [asked, setAsked] = useState<OrderFile>()
  const [removed, setRemoved] = useState<OrderFile>()
  return (
    <>
      <FilesCard
        files={files.data ?? []}
        error={files.error}
        now={now}
        zone={zone}
        onRemove={setAsked}
        removed={removed}
      >
        {children}
      </FilesCard>
      {asked && (
        <RemoveFile
          orderId={order.id}
          file={asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined)
            setRemoved(asked)
          }}
        />
      )}
    </>
  )
}

interface RemoveFileProps {
  orderId: string
  file: OrderFile
  onClose: () => void
  onDone: () => void
}

/** Asks before a file of the Nerd leaves its order (OPS-05). */
function RemoveFile({ orderId, file, onClose, onDone }: RemoveFileProps) {
  const remove = useRemoveFile(orderId)
  const press = usePress()
  const send = () => {
    if (!remove.isPending) afterWrite(remove.mutateAsync({ fileId: file._id, key: press.begin() }), onDone)
  }
  return (
    <FormDialog
      title={texts.title}
      send={texts.send}
      isDangerous
      busy={remove.isPending && orderTexts.saving}
      error={remove.error && failureText(remove.error)}
      onSend={send}
      onClose={onClose}
    >
      <p dir="auto">{file.name}</p>
      <Consequences lines={texts.means} />
    </FormDialog>
  )
}
