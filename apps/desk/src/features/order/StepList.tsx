import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { useId } from 'react'
import styles from './OrderScreen.module.css'

export interface ListedStep<Name extends string> {
  name: Name
  label: string
  /** Why it is blocked; undefined for a possible step. */
  heldBack: string | undefined
}

interface StepListProps<Name extends string> {
  steps: readonly ListedStep<Name>[]
  onChoose: (name: Name) => void
}

/** Steps as buttons; a blocked one takes the focus, with the reason beside it (DESK-02). */
export function StepList<Name extends string>({ steps, onChoose }: StepListProps<Name>) {
  const id = useId()
  return (
    <ul className={styles.others}>
      {steps.map(({ name, label, heldBack }) => (
        <li key={name}>
          <Button
            size="small"
            variant="quiet"
            blocked={heldBack !== undefined}
            aria-describedby={heldBack === undefined ? undefined : `${id}${name}`}
            onClick={() => {
              if (heldBack === undefined) onChoose(name)
            }}
          >
            {label}
          </Button>
          {heldBack !== undefined && (
            <div id={`${id}${name}`}>
              <Text look="small">{heldBack}</Text>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
