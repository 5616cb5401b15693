import type { OrderChange, ServiceTag } from '@nerdify/contract/orders.ts'
import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { isPartOfOrder } from '@nerdify/domain/plans/plan-benefits.ts'
import { type CalendarDate, isCalendarDate } from '@nerdify/domain/pricing/calendar-date.ts'
import { numberFrom, recordFrom, recordOf, textFrom } from '@nerdify/browser/kept-values.ts'
import { type Size, sizeFromWire, sizeToWire } from '@nerdify/domain/pricing/units.ts'
import type { Creation } from './creation.ts'
import type { LoadedFile } from '../../../uploads/loaded-files.ts'
import type { ChosenDeadline } from '../form/deadline-choice.ts'

/**
 * Typed and chosen values that the server does not have (FLOW-17): of a new order all of them, of an existing one those
 * that could not be stored yet.
 */
export interface Draft {
  subject?: string
  title?: string
  size?: Size
  deadline?: ChosenDeadline
  details?: string
  /** The version of the order when its details were typed, so that nothing newer is overwritten unseen (ux 18). */
  detailsFrom?: number
  /** The version of the order when size and deadline were chosen. */
  choicesFrom?: number
  /** Details typed while somebody else changed them: offered next to the newest version (ux 18). */
  overtakenDetails?: string
  email?: string
  /** Uploaded files without an order. */
  files?: readonly LoadedFile[]
  services?: readonly ServiceTag[]
  /** Services of the plan that the client removed (SRV-04). */
  leftOut?: readonly ServiceTag[]
  /** The name of the preferred Nerd, with that service (SRV-05). */
  preferredNerd?: string
  /** The balance pays as much as possible (PAY-13). */
  useBalance?: boolean
  /** The unanswered creation: retried unchanged, it makes no second order (FLOW-30). */
  creation?: Creation
  /** The client's first order, which "Get it done" announces; a coupon alone does not (MSG-03). */
  isFirst?: boolean
}

/** Parts of a draft to replace; undefined removes a part. */
export type DraftChange = { [Part in keyof Draft]: Draft[Part] | undefined }

const emptyDraft: Draft = {}

/** The services of a draft: the added ones, and those of the plan unless removed (SRV-04). */
export const servicesOfDraft = ({ services, leftOut }: Draft, ofPlan: readonly ServiceTag[]): readonly ServiceTag[] =>
  serviceKeys.filter(
    (key) =>
      services?.includes(key) === true ||
      (isPartOfOrder(key, { inPlan: ofPlan.includes(key) }) && leftOut?.includes(key) !== true),
  )

/** The draft's services after one is added or removed. */
export function withService(
  draft: Draft,
  key: ServiceTag,
  isAdded: boolean,
): Pick<DraftChange, 'services' | 'leftOut'> {
  const change = (list: readonly ServiceTag[] = [], isIn: boolean) => {
    const others = list.filter((each) => each !== key)
    const next = isIn ? [...others, key] : others
    return next.length === 0 ? undefined : next
  }
  return { services: change(draft.services, isAdded), leftOut: change(draft.leftOut, !isAdded) }
}

/** The draft with parts replaced or removed. */
export function withChange(draft: Draft, change: Partial<DraftChange>): Draft {
  const parts = Object.entries({ ...draft, ...change }).filter(([, part]) => part !== undefined)
  return Object.fromEntries(parts)
}

/** An order's draft after a change by its own client: the draft of a changed field is now based on this version. */
export function rebaseDraft(draft: Draft, { details, size, deadline }: OrderChange, version: number): Draft {
  const hasDetails = draft.details !== undefined && details !== undefined
  const hasChoices = (draft.size ?? draft.deadline) !== undefined && (size ?? deadline) !== undefined
  if (!hasDetails && !hasChoices) return draft
  return { ...draft, ...(hasDetails && { detailsFrom: version }), ...(hasChoices && { choicesFrom: version }) }
}

/** Whether the draft has no typed or chosen value. */
export function isEmpty(draft: Draft): boolean {
  return Object.keys(draft).length === 0
}

/** The draft as a text for storage. */
export function draftToText(draft: Draft): string {
  return JSON.stringify({ ...draft, ...(draft.size && { size: sizeToWire(draft.size) }) })
}

/** Parses a stored draft; an invalid part is left out, and an invalid text is an empty draft. */
export function draftFromText(text: string | undefined): Draft {
  const record = recordFrom(text)
  return withChange(emptyDraft, {
    subject: textFrom(record.subject),
    title: textFrom(record.title),
    size: typeof record.size === 'string' ? sizeFromWire(record.size) : undefined,
    deadline: deadlineFrom(record.deadline),
    details: textFrom(record.details),
    detailsFrom: numberFrom(record.detailsFrom),
    choicesFrom: numberFrom(record.choicesFrom),
    overtakenDetails: textFrom(record.overtakenDetails),
    email: textFrom(record.email),
    files: filesFrom(record.files),
    services: servicesFrom(record.services),
    leftOut: servicesFrom(record.leftOut),
    preferredNerd: textFrom(record.preferredNerd),
    useBalance: record.useBalance === true ? true : undefined,
    creation: creationFrom(record.creation),
    isFirst: record.isFirst === true ? true : undefined,
  })
}

function filesFrom(value: unknown): Draft['files'] {
  if (!Array.isArray(value)) return undefined
  return value
    .map(recordOf)
    .flatMap(({ id, filename, size, type, location }) =>
      typeof id === 'string' && typeof filename === 'string' && typeof size === 'number' && typeof location === 'string'
        ? [{ id, filename, size, location, ...(typeof type === 'string' && { type }) }]
        : [],
    )
}

function servicesFrom(value: unknown): Draft['services'] {
  return Array.isArray(value) ? serviceKeys.filter((key) => value.includes(key)) : undefined
}

function deadlineFrom(value: unknown): Draft['deadline'] {
  const { hours, date } = recordOf(value)
  if (typeof hours === 'number' && hours > 0) return { hours }
  const { year = 0, month = 0, day = 0 } = recordOf(date) as Partial<CalendarDate>
  return isCalendarDate({ year, month, day }) ? { date: { year, month, day } } : undefined
}

function creationFrom(value: unknown): Draft['creation'] {
  const { key, body } = recordOf(value)
  return typeof key === 'string' && typeof body === 'object' && body !== null ? { key, body } : undefined
}
