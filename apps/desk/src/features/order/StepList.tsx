import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { useId } from 'react'
import styles from './OrderScreen.module.css'

export interface ListedStep<Name extends string> {
  name: Name
  label: string
  /** Why it is blocked; undefined for a possible step. */
  blockReason: string | undefined
}

interface StepListProps<Name extends string> {
  steps: readonly ListedStep<Name>[]
  onChoose: (name: Name) => void
}

/** Steps as buttons. A blocked step can take the focus, and shows its reason (DESK-02). */
export function StepList<Name extends string>({ steps, onChoose }: StepListProps<Name>) {
  const id = useId()
  return (
    <ul className={styles.others}>
      {steps.map(({ name, label, blockReason }) => (
        <li key={name}>
          <Button
            size="small"
            variant="quiet"
            blocked={blockReason !== undefined}
            aria-describedby={blockReason === undefined ? undefined : `${id}${name}`}
            onClick={() => {
              if (blockReason === undefined) onChoose(name)
            }}
          >
            {label}
          </Button>
          {blockReason !== undefined && (
            <div id={`${id}${name}`}>
              <Text look="small">{blockReason}</Text>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
