import { tabStore } from '@nerdify/browser/browser-storage.ts'
import { recordFrom, textFrom } from '@nerdify/browser/kept-values.ts'
import type { EventPosting } from '@nerdify/contract/operations.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import type { OrderEventName } from '@nerdify/domain/orders/order-progress.ts'
import { useState } from 'react'
import { wordsPrefix } from '../../frame/stored-words.ts'
import { noWords, type StepWords } from './order-steps.ts'

/** The author of the words, the step and the order. */
export interface StepPlace {
  /** The person at the desk. */
  personId: string
  orderId: string
  step: OrderEventName
}

const storageKey = ({ personId, orderId, step }: StepPlace) => `${wordsPrefix}step.${personId}.${orderId}.${step}`

const stored = (place: StepPlace) => recordFrom(tabStore.get(storageKey(place)))

const store = (place: StepPlace, part: Record<string, unknown>) =>
  tabStore.set(storageKey(place), JSON.stringify({ ...stored(place), ...part }))

/** The typed words of a step; they outlive a reload and an ended session (DESK-02). */
export function storedWords(place: StepPlace): StepWords {
  const { nerd, fee, deadline, tell, note } = stored(place)
  return {
    nerd: textFrom(nerd) ?? noWords.nerd,
    fee: textFrom(fee) ?? noWords.fee,
    deadline: textFrom(deadline) ?? noWords.deadline,
    tell: textFrom(tell) ?? noWords.tell,
    note: textFrom(note) ?? noWords.note,
  }
}

export const storeWords = (place: StepPlace, words: StepWords): void => store(place, { ...words })

/**
 * The number of history entries that the person had seen when they began to type (DESK-07); undefined without typed
 * words.
 */
export function seenEntries(place: StepPlace): number | undefined {
  const { known } = stored(place)
  const hasTyped = Object.values(storedWords(place)).some((words) => !isBlank(words))
  return hasTyped && typeof known === 'number' ? known : undefined
}

/** Records how many history entries the person has seen. */
export const storeSeenEntries = (place: StepPlace, count: number): void => store(place, { known: count })

export const forgetWords = (place: StepPlace): void => tabStore.remove(storageKey(place))

/**
 * The idempotency key of a press (API-11). The same body for the same `version` of the order keeps its key, even over a
 * reload, so that another press after an unknown outcome takes effect once. A later version gets another key.
 */
export function keyOfPress(place: StepPlace, body: EventPosting, version: number): string {
  const pressed = JSON.stringify({ body, version })
  const { pressed: before, key } = stored(place)
  const lastKey = before === pressed ? textFrom(key) : undefined
  if (lastKey !== undefined) return lastKey
  const newKey = crypto.randomUUID()
  store(place, { pressed, key: newKey })
  return newKey
}

/** The words of a step, stored with each keystroke; `entries` is the current length of the order's history. */
export function useStepWords(place: StepPlace, entries: number) {
  const [words, setWords] = useState(() => storedWords(place))
  return {
    words,
    type(part: Partial<StepWords>) {
      const next = { ...words, ...part }
      if (seenEntries(place) === undefined) storeSeenEntries(place, entries)
      storeWords(place, next)
      setWords(next)
    },
  }
}
