import { isBlank, writtenText } from '@nerdify/domain/input/visible-text.ts'
import type { OrderChange } from '@nerdify/contract/orders.ts'
import { noteFault, noteRoomText } from '@nerdify/domain/orders/note.ts'
import { useRef, useState } from 'react'
import { overlayTexts } from '../../../texts/cabinet-overlays.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { RuledTextArea } from '@nerdify/ui/fields/RuledTextArea.tsx'
import { titleOf } from '../card-facts.ts'
import { useKeptText } from '../../../storage/kept-text.ts'
import { SendError } from './SendError.tsx'
import { OverlayDialog, OverlayNote, type OverlayProps } from './OverlayDialog.tsx'
import { useOrderWrite } from './use-order-write.ts'
import type { Elements } from '@nerdify/ui/elements.ts'

interface RequestDialogProps extends OverlayProps {
  action: 'request_revision' | 'request_refund'
  texts: { title: string; what: string; hint: string; missing: string; send: string; sentTitle: string }
  /** Sent with the note. */
  more?: Pick<OrderChange, 'files'>
  /** Why it cannot be sent yet. */
  waits?: string | undefined
  /** Why its files cannot be sent. */
  filesFault?: string | undefined
  /** The confirmation: what happens now, and who learns of the request. */
  sentText: string
  onSent?: () => void
  /** Below the question: further fields, and the next step. */
  children: Elements
}

/** A request of a client with their note; the typed text stays until it is sent (CAB-11). */
export function RequestDialog(props: RequestDialogProps) {
  const { overlay, order, action, texts, more = {}, waits, filesFault, sentText, onSent, children } = props
  const { write, busy, failure, forgetFailure } = useOrderWrite(order._id)
  const [note, keepNote] = useKeptText(action, order._id)
  const [tried, setTried] = useState(false)
  const [isSent, setSent] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const tooLong = noteFault(note)
  const fault = isBlank(note) ? texts.missing : tooLong

  const send = async () => {
    if (fault !== undefined || filesFault !== undefined) {
      setTried(true)
      if (fault !== undefined) field.current?.focus()
      return
    }
    // The button says how many files are still uploading (ux 46).
    if (waits !== undefined) return
    if ((await write({ action, note: writtenText(note), ...more })) === undefined) return
    keepNote('')
    onSent?.()
    setSent(true)
  }
  if (isSent) {
    return (
      <OverlayNote overlay={overlay} title={texts.sentTitle}>
        <p>{sentText}</p>
      </OverlayNote>
    )
  }

  return (
    <OverlayDialog
      title={texts.title}
      onClose={overlay.close}
      actions={
        <Button
          variant="primary"
          blocked={fault !== undefined || filesFault !== undefined || waits !== undefined}
          busy={busy && overlayTexts.sending}
          onClick={() => void send()}
        >
          {waits ?? texts.send}
        </Button>
      }
    >
      <Text look="muted">{overlayTexts.orderNumber(titleOf(order), order.number)}</Text>
      <RuledTextArea
        ref={field}
        label={texts.what}
        hint={texts.hint}
        short
        value={note}
        readOnly={busy}
        onChange={(event) => {
          forgetFailure()
          keepNote(event.target.value)
        }}
        count={noteRoomText(note)}
        error={tried ? fault : tooLong}
      />
      {children}
      <SendError fault={tried ? filesFault : undefined} failure={failure} again={() => void send()} />
    </OverlayDialog>
  )
}
