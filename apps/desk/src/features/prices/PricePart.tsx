import { failureText } from '@nerdify/browser/failure-text.ts'
import { changedMeanwhile } from '@nerdify/contract/version-words.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { may } from '@nerdify/domain/staff/staff-rights.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText, inputClass } from '@nerdify/ui/fields/Field.tsx'
import { joinClasses } from '@nerdify/ui/join-classes.ts'
import { mayMoveFocus } from '@nerdify/ui/may-move-focus.ts'
import { Cluster, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { type ChangeEvent, type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react'
import { useSavePrices } from '../../api/price-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { type Cells, type StoredCells, useEdit } from '../../frame/use-edit.ts'
import { priceTexts } from '../../texts/prices.ts'
import styles from './Prices.module.css'

/** A wrong cell with its name and the reason. */
export interface CellFault {
  cell: string
  text: string
}

interface PricePartProps<Body> {
  /** The part's name in the storage of typed words. */
  name: string
  title: string
  lead?: string
  me: OperatorAnswer
  stored: StoredCells
  /** The first wrong cell. */
  faultOf: (cells: Cells) => CellFault | undefined
  bodyOf: (cells: Cells) => Body
  send: Parameters<typeof useSavePrices<Body>>[0]
  /** The cell of a refusal's field. */
  cellOf: (field: string, cells: Cells) => string | undefined
  /** The table of cells; `input` is undefined for a role that only reads. */
  renderTable: (cells: Cells, input: ((cell: string, label: string) => ReactNode) | undefined) => ReactNode
  /** The effect of the typed cells on sample orders. */
  renderSamples: (cells: Cells) => ReactNode
}

/** A part of the prices (DESK-05): cells to edit, or plain text for a role that only reads. */
export function PricePart<Body>(props: PricePartProps<Body>) {
  const { title, me, stored, renderTable } = props
  return (
    <Card title={title}>
      {may(me.role, 'change prices') ? (
        <Editor {...props} />
      ) : (
        <div className={styles.table}>{renderTable(stored.cells, undefined)}</div>
      )}
    </Card>
  )
}

/** Edits a part in place, based on the shown version. */
function Editor<Body>(props: PricePartProps<Body>) {
  const { lead, me, stored, renderTable, renderSamples } = props
  const edit = useEdit(`${me.id ?? me.name}.prices.${props.name}`, stored)
  const save = useSavePrices(props.send)
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const errorId = useId()
  const cells = { ...stored.cells, ...edit.typed }
  const fault = props.faultOf(cells)
  const cellOfError = ({ error_value: field }: CallError) => props.cellOf(String(field), cells)
  const refused = save.error ? { cell: cellOfError(save.error), text: failureText(save.error) } : undefined
  const wrong = (tried && fault) || refused
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (fault) return focusCell(form.current, fault.cell)
    if (!edit.hasTyped || save.isPending) return
    const saved = save.mutateAsync(
      { body: props.bodyOf(cells), ...edit.begin() },
      {
        onError(error) {
          if (error.error_type === changedMeanwhile) edit.rebase()
          if (mayMoveFocus(form.current)) focusCell(form.current, cellOfError(error))
        },
      },
    )
    afterWrite(saved, () => {
      edit.saved()
      setTried(false)
    })
  }
  const input = (cell: string, label: string) => (
    <CellInput
      cell={cell}
      label={label}
      value={edit.value(cell)}
      before={edit.before(cell)}
      errorId={wrong?.cell === cell ? errorId : undefined}
      onType={(value) => {
        edit.type(cell, value)
        if (save.isSuccess || (save.error && save.error.error_type !== changedMeanwhile)) save.reset()
      }}
    />
  )
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <div className={styles.table}>{renderTable(cells, input)}</div>
      <CardBody>
        <Stack gap={3}>
          {lead !== undefined && <Text look="small">{lead}</Text>}
          <div>
            {edit.hasTyped && (fault ? <Text look="small">{priceTexts.wrongCell}</Text> : renderSamples(cells))}
          </div>
          <div role="status">
            {wrong && <ErrorText id={errorId}>{wrong.text}</ErrorText>}
            {save.isSuccess && !edit.hasTyped && <Text look="small">{priceTexts.saved}</Text>}
          </div>
          <Cluster>
            <Button variant="primary" type="submit" busy={save.isPending && priceTexts.saving} blocked={!edit.hasTyped}>
              {priceTexts.save}
            </Button>
            {edit.hasTyped && (
              <Button
                variant="quiet"
                onClick={() => {
                  edit.clear()
                  setTried(false)
                  save.reset()
                }}
              >
                {priceTexts.undo}
              </Button>
            )}
          </Cluster>
        </Stack>
      </CardBody>
    </form>
  )
}

const focusCell = (form: HTMLElement | null, cell: string | undefined) =>
  [...(form?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])].find(({ dataset }) => dataset.cell === cell)?.focus()

interface CellInputProps {
  cell: string
  label: string
  value: string
  /** The current value, if another is typed. */
  before: string | undefined
  /** The id of this cell's error. */
  errorId: string | undefined
  onType: (value: string) => void
}

/** A cell of a table: a number, or the unit of one. */
function CellInput({ cell, label, value, before, errorId, onType }: CellInputProps) {
  const common = {
    'aria-label': label,
    'aria-invalid': errorId === undefined ? undefined : true,
    'aria-describedby': errorId,
    'data-cell': cell,
    value,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => onType(currentTarget.value),
  } as const
  if (cell.endsWith('.unit')) {
    return (
      <select {...common} className={joinClasses(inputClass(), styles.unit)}>
        {Object.entries(priceTexts.units).map(([unit, text]) => (
          <option key={unit} value={unit}>
            {text}
          </option>
        ))}
      </select>
    )
  }
  return (
    <>
      <input
        {...common}
        className={joinClasses(inputClass(), styles.input, before !== undefined && styles.changed)}
        inputMode="decimal"
        autoComplete="off"
        onKeyDown={(event) => {
          // Enter ends typing, as in a sheet; only the button activates prices.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {before !== undefined && <small>{priceTexts.inForce(before)}</small>}
    </>
  )
}
