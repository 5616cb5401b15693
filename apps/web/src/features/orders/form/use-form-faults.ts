import { wholeOnlyText } from '@nerdify/domain/pricing/size-limits.ts'
import type { Size } from '@nerdify/domain/pricing/units.ts'
import { useState } from 'react'
import { orderFormTexts } from '../../../texts/orders/order-form.ts'
import { opensCalendar } from '../deadline/deadline-choice.ts'
import type { FlowOrder } from '../flow-order.ts'
import type { RefusedDate } from './DatePicker.tsx'
import type { FormFault } from './order-faults.ts'

/** A question of the form, or the field within the last one for a date that is typed. */
export type FormField = FormFault['field'] | 'date'

/**
 * The form's errors, shown once an answer is complete or the button was pressed (ux 29 to ux 31). A typed value that is
 * invalid is no choice of the order, so it is kept here.
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
  // What comes up after everything was put right is a new fault: it waits for the next press.
  if (tried && fields.length === 0) setAttempts(0)
  const isTime: Record<FormField, boolean> = {
    subject: tried,
    size: sizeRefused || sizeComplete,
    deadline: true,
    date: tried || refusedDate?.isLeft === true,
  }
  const sizeTyped = (isWhole: boolean) => {
    setSizeRefused(!isWhole)
    if (texts.size === undefined) setSizeComplete(false)
  }
  return {
    fields,
    texts,
    /** What is said at a field by now. */
    shownAt: (field: FormField) => (isTime[field] ? texts[field] : undefined),
    isBlocked: fields.some((field) => tried || isTime[field]),
    /** How often the button was pressed in vain. */
    attempts,
    /** Somebody wants to go on, and something is wrong. */
    blocked() {
      setAttempts(attempts + 1)
      setSizeComplete(true)
    },
    size: {
      isRefused: sizeRefused,
      /** Another number stands in the field, or none: the price is still that of the one before (EASE-08). */
      isTyped: sizeRefused || !sizeComplete,
      choose(size: Size) {
        choose({ size })
        sizeTyped(true)
      },
      /** What is typed is no size at all; the one chosen before stands (FLOW-06). */
      refuse: () => sizeTyped(false),
      /** The answer is complete: only then is it time to say what is wrong with it (ux 29). */
      complete: () => setSizeComplete(true),
    },
    date: { refused: refusedDate, onRefuse: setRefusedDate },
  }
}
