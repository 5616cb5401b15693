import { failureText } from '@nerdify/browser/failure-text.ts'
import { changedMeanwhile } from '@nerdify/contract/version-words.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import { priceNames } from '@nerdify/domain/catalog/job-types.ts'
import { freeAddOnNames, freeAddOns } from '@nerdify/domain/discounts/coupon.ts'
import { Checkbox } from '@nerdify/ui/fields/Checkbox.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { SelectField } from '@nerdify/ui/fields/SelectField.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Stack } from '@nerdify/ui/page/Layout.tsx'
import { type SubmitEvent, useState } from 'react'
import { usePrices } from '../../api/price-queries.ts'
import { EditFoot } from '../../frame/EditFoot.tsx'
import { type Cells, checked, type useEdit } from '../../frame/use-edit.ts'
import { couponTexts } from '../../texts/coupons.ts'
import { priceTexts } from '../../texts/prices.ts'
import { sampleCents } from '../prices/sample-orders.ts'
import { Samples, withServices } from '../prices/Samples.tsx'
import { couponFaults, couponToTry, fieldOfRefusal } from './coupon-form.ts'
import styles from './Coupons.module.css'

const numberLabels = {
  most_uses: couponTexts.mostUses,
  least_quote_price: couponTexts.leastPrice,
  least_paid_orders: couponTexts.leastPaid,
  most_paid_orders: couponTexts.mostPaid,
} as const

interface CouponFormProps {
  edit: ReturnType<typeof useEdit>
  /** All cells, typed or current. */
  cells: Cells
  /** The current cells; undefined for a new coupon. */
  stored?: Cells
  zone: string
  save: { error: CallError | null; isPending: boolean; isSuccess: boolean; reset: () => void }
  isNew?: boolean
  onSave: () => void
}

/** The terms of a coupon, each with its current value next to a typed one (DESK-05). */
export function CouponForm({ edit, cells, stored, zone, save, isNew = false, onSave }: CouponFormProps) {
  const [tried, setTried] = useState(false)
  const faults = couponFaults(cells, isNew)
  const isTaken = isNew && save.error?.error_type === changedMeanwhile
  const refused = save.error && (isTaken ? couponTexts.exists : failureText(save.error))
  const refusedField = isTaken ? 'code' : fieldOfRefusal(String(save.error?.error_value ?? ''))
  const errorOf = (field: string) => (refusedField === field ? refused : tried && faults[field])
  const type = (field: string, value: string) => {
    edit.type(field, value)
    if (save.isSuccess || save.error) save.reset()
  }
  const text = (field: string, hint?: string) => {
    const before = isNew ? undefined : edit.before(field)
    return {
      hint: before === undefined ? hint : couponTexts.inForce(before),
      value: edit.value(field),
      error: errorOf(field),
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => type(field, currentTarget.value),
    }
  }
  const box = (name: string, label: string) => (
    <Checkbox
      key={name}
      label={label}
      checked={edit.value(name) === checked}
      onChange={(on) => type(name, on ? checked : '')}
    />
  )
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (!save.isPending && Object.keys(faults).length === 0 && edit.hasTyped) onSave()
  }
  const atFields = ['code', 'value', 'extras', 'expires_at', ...Object.keys(numberLabels)]
  return (
    <form noValidate onSubmit={send}>
      <Stack gap={3}>
        {isNew && <TextField label={couponTexts.code} autoComplete="off" {...text('code', couponTexts.codeHint)} />}
        <SelectField
          label={couponTexts.kind}
          options={Object.entries(couponTexts.kinds).map(([value, label]) => ({ value, label }))}
          value={edit.value('kind')}
          onChange={(kind) => type('kind', kind)}
        />
        {edit.value('kind') === 'free' ? (
          <fieldset className={styles.boxes}>
            <legend>{couponTexts.extras}</legend>
            {freeAddOns.map((addOn) => box(addOn, freeAddOnNames[addOn]))}
            <div role="status">{errorOf('extras') && <ErrorText>{errorOf('extras')}</ErrorText>}</div>
          </fieldset>
        ) : (
          <TextField label={couponTexts.value} inputMode="decimal" {...text('value')} />
        )}
        <TextField label={couponTexts.ends} type="datetime-local" {...text('expires_at', couponTexts.byZone(zone))} />
        {Object.entries(numberLabels).map(([field, label]) => (
          <TextField key={field} label={label} inputMode="decimal" {...text(field, couponTexts.blankForAny)} />
        ))}
        {box('once_a_client', couponTexts.once)}
        <fieldset className={styles.boxes}>
          <legend>{couponTexts.kindsOfWork}</legend>
          {priceNames.map((name) => box(name, priceTexts.nameOf(name)))}
        </fieldset>
        {edit.hasTyped && Object.keys(faults).length === 0 && <CouponSamples now={stored} after={cells} />}
        <EditFoot
          hasTyped={edit.hasTyped}
          save={save}
          refused={!atFields.includes(refusedField) && refused}
          action={isNew ? couponTexts.add : couponTexts.save}
          isNew={isNew}
          onUndo={() => {
            edit.clear()
            save.reset()
            setTried(false)
          }}
        />
      </Stack>
    </form>
  )
}

/** The prices of three sample orders with the coupon now, and with its typed terms (DESK-05). */
function CouponSamples({ now, after }: { now: Cells | undefined; after: Cells }) {
  const { data: prices } = usePrices()
  if (prices === undefined) return null
  return (
    <Samples
      title={couponTexts.samples}
      about={withServices}
      now={(sample) => sampleCents(sample, prices, now && couponToTry(now))}
      after={(sample) => sampleCents(sample, prices, couponToTry(after))}
    />
  )
}
