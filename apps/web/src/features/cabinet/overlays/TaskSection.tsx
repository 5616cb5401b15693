import { isBlank, writtenText } from '@nerdify/domain/input/visible-text.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { useState } from 'react'
import { useOrder } from '../../../api/queries.ts'
import { overlayTexts, taskTexts } from '../../../texts/cabinet-overlays.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Cluster, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { RuledTextArea } from '@nerdify/ui/fields/RuledTextArea.tsx'
import { useKeptText } from '../../../storage/kept-text.ts'
import { SendError } from './SendError.tsx'
import styles from './ProgressOverlay.module.css'
import { useOrderWrite } from './use-order-write.ts'

/** The task in the Nerd's view, and a field to add to it until the work is sent (FLOW-32). */
export function TaskSection({ order }: { order: Order }) {
  const { _id: orderId } = order
  // Lists leave out the long text: the section shows once it has loaded.
  const { data: whole = order.details === null ? undefined : order } = useOrder(orderId, {
    enabled: order.details === null,
  })
  const mayAdd = order.actions.includes('add_details')
  if (whole === undefined || (!whole.details && !mayAdd)) return null
  const { details, version } = whole
  return (
    <Stack gap={2}>
      <h3>{taskTexts.title}</h3>
      {details ? <p className={styles.note}>{details}</p> : <Text look="muted">{taskTexts.none}</Text>}
      {mayAdd && <AddToTask orderId={orderId} details={details ?? ''} version={version} />}
    </Stack>
  )
}

interface AddToTaskProps {
  orderId: string
  details: string
  /** The version of the order with these details. */
  version: number
}

function AddToTask({ orderId, details, version }: AddToTaskProps) {
  const { write, busy, failure, forgetFailure } = useOrderWrite(orderId)
  const [text, keepText] = useKeptText('add_details', orderId)
  const [isAdded, setAdded] = useState(false)
  const add = async () => {
    const more = writtenText(text)
    if (more === '') return
    const whole = details === '' ? more : `${details}\n\n${more}`
    // If only the answer was lost, the text is already stored.
    const isThere = details === more || details.endsWith(`\n\n${more}`)
    if (!isThere && (await write({ details: whole, version })) === undefined) return
    keepText('')
    setAdded(true)
  }
  return (
    <>
      <RuledTextArea
        label={taskTexts.add}
        hint={taskTexts.addHint}
        short
        value={text}
        readOnly={busy}
        onChange={(event) => {
          setAdded(false)
          forgetFailure()
          keepText(event.target.value)
        }}
      />
      <SendError failure={failure} again={() => void add()} />
      <Cluster gap={2}>
        <Button size="small" blocked={isBlank(text)} busy={busy && overlayTexts.sending} onClick={() => void add()}>
          {taskTexts.send}
        </Button>
        <span role="status">{isAdded && taskTexts.added}</span>
      </Cluster>
    </>
  )
}
