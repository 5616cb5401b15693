import { failureText } from '@nerdify/browser/failure-text.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { useState } from 'react'
import { frameTexts } from '../texts/frame.ts'
import { afterWrite } from './after-write.ts'
import { FormDialog } from './FormDialog.tsx'
import styles from './Holder.module.css'
import { useKeys } from './keys-setting.ts'
import { useTake } from './use-take.ts'

interface HolderProps {
  orderId: string
  /** The colleague who has the order. */
  holder: string | null
  /** The name of the person at the desk. */
  me: string
}

/** The colleague who has an order, with the button and the key to take or release it (OPS-09). */
export function Holder({ orderId, holder, me }: HolderProps) {
  const take = useTake()
  /** The colleague of the question; it closes when the order moves on. */
  const [asked, setAsked] = useState<string>()
  const isMine = holder === me
  const isOfColleague = holder !== null && !isMine
  const isAsking = isOfColleague && asked === holder
  const send = () => {
    if (!take.isPending)
      afterWrite(take.mutateAsync({ id: orderId, isRelease: holder !== null }), () => setAsked(undefined))
  }
  const ask = () => {
    take.reset()
    setAsked(holder ?? undefined)
  }
  useKeys({ t: () => !isOfColleague && send() })
  const busy = take.isPending && frameTexts.saving
  const error = take.error && failureText(take.error)
  return (
    <>
      <span className={styles.holder}>
        <span role="status">
          {holder !== null && <span>{isMine ? frameTexts.takenByYou : frameTexts.taken(holder)}</span>}
        </span>
        <Button size="small" busy={busy} onClick={isOfColleague ? ask : send}>
          {holder === null ? frameTexts.take : frameTexts.release}
        </Button>
      </span>
      <div role="status">{error && !isAsking && <ErrorText>{error}</ErrorText>}</div>
      {isAsking && (
        <FormDialog
          title={frameTexts.releaseOf(holder)}
          send={frameTexts.release}
          busy={busy}
          error={error}
          onSend={send}
          onClose={() => setAsked(undefined)}
        >
          <p>{frameTexts.releaseLead(holder)}</p>
        </FormDialog>
      )}
    </>
  )
}
