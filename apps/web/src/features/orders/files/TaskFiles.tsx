import { acceptedEndings } from '@nerdify/domain/files/file-types.ts'
import { useRef } from 'react'
import { orderDetailsTexts } from '../../../texts/orders/order-details.ts'
import { FileDrop } from '../../../ui/fields/FileDrop.tsx'
import { UploadList, type UploadListProps } from '../../../uploads/UploadList.tsx'

/** The files of a task, with the place to add more (FLOW-20, FLOW-25). */
export function TaskFiles({ addLabel, ...list }: UploadListProps & { addLabel: string }) {
  const drop = useRef<HTMLButtonElement>(null)
  return (
    <>
      <UploadList {...list} adding={drop} />
      <FileDrop
        ref={drop}
        onFiles={list.uploads.queue.add}
        accept={acceptedEndings}
        label={addLabel}
        hint={orderDetailsTexts.attachHint}
      />
    </>
  )
}
