import { failureText } from '@nerdify/browser/failure-text.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { frameTexts } from '../texts/frame.ts'
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
  const isMine = holder === me
  const mayTake = holder === null || isMine
  const press = () => {
    if (mayTake && !take.isPending) take.mutate({ id: orderId, isMine })
  }
  useKeys({ t: press })
  return (
    <>
      <span className={styles.holder}>
        <span role="status">
          {holder !== null && <span>{isMine ? frameTexts.takenByYou : frameTexts.taken(holder)}</span>}
        </span>
        {mayTake && (
          <Button size="small" busy={take.isPending && frameTexts.saving} onClick={press}>
            {isMine ? frameTexts.release : frameTexts.take}
          </Button>
        )}
      </span>
      <div role="status">{take.error && <ErrorText>{failureText(take.error)}</ErrorText>}</div>
    </>
  )
}
