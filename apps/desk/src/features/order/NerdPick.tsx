import { failureText } from '@nerdify/browser/failure-text.ts'
import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import { CoverChoice } from '@nerdify/ui/choices/CoverChoice.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { useId, useState } from 'react'
import { orderTexts } from '../../texts/order.ts'
import styles from './NerdPick.module.css'
import type { NerdChoice } from './order-steps.ts'

interface NerdPickProps {
  choices: readonly NerdChoice[]
  /** The id of the chosen Nerd, empty for none. */
  value: string
  error: string | undefined
  now: number
  /** The company's time zone (IANA). */
  zone: string
  onChange: (nerd: string) => void
}

/** A longer register gets a search field. */
const mostWithoutSearch = 6

/**
 * The Nerds for an order, each with subjects, next due time, rating and load; an unsuitable one has the reason
 * (WAIT-06).
 */
export function NerdPick({ choices, value, error, now, zone, onChange }: NerdPickProps) {
  const [words, setWords] = useState('')
  const errorId = useId()
  const name = useId()
  const query = words.trim().toLowerCase()
  const shown = choices.filter(({ nerd }) =>
    [nerd.name, ...nerd.subjects].some((text) => text.toLowerCase().includes(query)),
  )
  return (
    <Stack gap={2}>
      {choices.length > mostWithoutSearch && (
        <TextField
          type="search"
          label={orderTexts.findNerd}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
          onKeyDown={(event) => {
            // Enter would submit the form.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      )}
      <div
        className={styles.nerds}
        role="radiogroup"
        aria-label={orderTexts.nerd}
        aria-describedby={error === undefined ? undefined : errorId}
      >
        {shown.map((choice) => (
          <CoverChoice
            key={choice.nerd.id}
            className={styles.pick}
            type="radio"
            name={name}
            value={choice.nerd.id}
            checked={choice.nerd.id === value}
            disabled={choice.unfit !== undefined}
            onChange={() => onChange(choice.nerd.id)}
          >
            <NerdLines {...{ choice, now, zone }} />
          </CoverChoice>
        ))}
        {shown.length === 0 && <Text look="muted">{orderTexts.noNerdFits}</Text>}
      </div>
      <div role="status">{error !== undefined && <ErrorText id={errorId}>{error}</ErrorText>}</div>
    </Stack>
  )
}

function NerdLines({ choice, now, zone }: Pick<NerdPickProps, 'now' | 'zone'> & { choice: NerdChoice }) {
  const { nerd, isPreferred, unfit } = choice
  const due = nerd.next_due === null ? undefined : dateWords(zone).instant(Date.parse(nerd.next_due), now)
  return (
    <span className={styles.lines}>
      <span>
        <b dir="auto">{nerd.name}</b>
        {isPreferred && <span className={styles.tag}>{orderTexts.askedFor}</span>}
        <small dir="auto">{unfit === undefined ? orderTexts.nerdWork(nerd.subjects, due) : orderTexts.belowTop}</small>
      </span>
      <span className={styles.load}>
        <b>{nerd.rating}</b>
        <small>{orderTexts.load(nerd)}</small>
      </span>
    </span>
  )
}

/** The state while the Nerds load, or the reason for their absence. */
export const NerdsMissing = ({ error }: { error: Parameters<typeof failureText>[0] | null }) =>
  error ? (
    <ErrorText>{failureText(error)}</ErrorText>
  ) : (
    <div aria-busy="true">
      <Text look="muted">{orderTexts.loadingNerds}</Text>
    </div>
  )
