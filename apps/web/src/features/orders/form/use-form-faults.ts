import { wholeOnlyText } from '@nerdify/domain/pricing/size-limits.ts'
import type { Size } from '@nerdify/domain/pricing/units.ts'
import { useState } from 'react'
import { orderFormTexts } from '../../../texts/orders/order-form.ts'
import { opensCalendar } from './deadline-choice.ts'
import type { FlowOrder } from '../flow-order.ts'
import type { RefusedDate } from './DatePicker.tsx'
import type { FormFault } from './order-faults.ts'

/** A question of the form, or the typed date within the last one. */
export type FormField = FormFault['field'] | 'date'

/**
 * The form's errors, which show after an answer is complete or the button was clicked (ux 29 to ux 31). An invalid
 * typed value is no choice of the order, so its state is here.
 */
export function useFormFaults({ faults: ofOrder, choices, stops, now, choose }: FlowOrder) {
  const [attempts, setAttempts] = useState(0)
  const [sizeComplete, setSizeComplete] = useState(false)
  const [sizeRefused, setSizeRefused] = useState(false)
  const [refusedDate, setRefusedDate] = useState<RefusedDate>()

  const texts: Partial<Record<FormField, string>> = {}
  for (const { field, text } of ofOrder) texts[field] = text
  if (sizeRefused) texts.size = wholeOnlyText(choices.size.measure)
  if (refusedDate !== undefined && opensCalendar(choices.deadline, stops, now)) {
    texts.date = orderFormTexts.typedDateFault
  }
  const fields = (['subject', 'size', 'deadline', 'date'] as const).filter((field) => texts[field] !== undefined)
  const tried = attempts > 0
  // A fault that appears after every correction is new: it waits for the next click.
  if (tried && fields.length === 0) setAttempts(0)
  /** Whether a field's error may show. */
  const isDue: Record<FormField, boolean> = {
    subject: tried,
    size: sizeRefused || sizeComplete,
    deadline: true,
    date: tried || refusedDate?.isLeft === true,
  }
  const typeSize = (isWhole: boolean) => {
    setSizeRefused(!isWhole)
    if (texts.size === undefined) setSizeComplete(false)
  }
  return {
    fields,
    texts,
    /** The error that shows at a field. */
    errorAt: (field: FormField) => (isDue[field] ? texts[field] : undefined),
    isBlocked: fields.some((field) => tried || isDue[field]),
    /** Failed submit attempts. */
    attempts,
    /** A submit with faults. */
    blocked() {
      setAttempts(attempts + 1)
      setSizeComplete(true)
    },
    size: {
      isRefused: sizeRefused,
      /** The typed size is incomplete: the price of the previous one shows (EASE-08). */
      isTyped: sizeRefused || !sizeComplete,
      choose(size: Size) {
        choose({ size })
        typeSize(true)
      },
      /** The typed text is no size; the last chosen one stays (FLOW-06). */
      refuse: () => typeSize(false),
      /** The answer is complete: from now on its error may show (ux 29). */
      complete: () => setSizeComplete(true),
    },
    date: { refused: refusedDate, onRefuse: setRefusedDate },
  }
}
