import type { OrderChange, ServiceTag } from '@nerdify/contract/orders.ts'
import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { isPartOfOrder } from '@nerdify/domain/plans/plan-benefits.ts'
import { type CalendarDate, isCalendarDate } from '@nerdify/domain/pricing/calendar-date.ts'
import { numberFrom, recordOf, textFrom } from '../../../kept-values.ts'
import { type Size, sizeFromWire, sizeToWire } from '@nerdify/domain/pricing/units.ts'
import type { Creation } from './creation.ts'
import type { LoadedFile } from '../../../uploads/loaded-files.ts'
import type { ChosenDeadline } from '../deadline/deadline-choice.ts'

/**
 * What a person chose and typed that the server does not have (FLOW-17). Of an order that is not created it is all
 * there is; of an existing one it is what could not be stored yet.
 */
export interface Draft {
  subject?: string
  title?: string
  size?: Size
  deadline?: ChosenDeadline
  details?: string
  /** The version of the order from which its details were typed, so that nothing newer is overwritten unseen (ux 18). */
  detailsFrom?: number
  /** The same for size and deadline. */
  choicesFrom?: number
  /** The details that were typed while somebody changed them elsewhere: offered again beside the newest ones (ux 18). */
  overtakenDetails?: string
  email?: string
  /** Files that are uploaded and belong to no order yet. */
  files?: readonly LoadedFile[]
  /** The key of files that were chosen before there was a client, and are not sent yet (DOOR-02). */
  begunFiles?: string
  services?: readonly ServiceTag[]
  /** Services that the plan includes and that were taken off (SRV-04). */
  leftOut?: readonly ServiceTag[]
  /** The name of the Nerd whom the client prefers, with that service (SRV-05). */
  preferredNerd?: string
  /** The balance is to pay what it can (PAY-13). */
  useBalance?: boolean
  /** The creation that was sent and not answered: repeated as it was, it makes no second order (FLOW-30). */
  creation?: Creation
  /** The client's first order, which "Get it done" announces to them; a coupon alone does not (MSG-03). */
  isFirst?: boolean
}

/** Parts of a draft to replace; undefined removes a part. */
export type DraftChange = { [Part in keyof Draft]: Draft[Part] | undefined }

const emptyDraft: Draft = {}

/** The services of a draft: what was added, and what the plan includes unless it was taken off (SRV-04). */
export const servicesOfDraft = ({ services, leftOut }: Draft, ofPlan: readonly ServiceTag[]): readonly ServiceTag[] =>
  serviceKeys.filter(
    (key) =>
      services?.includes(key) === true ||
      (isPartOfOrder(key, { inPlan: ofPlan.includes(key) }) && leftOut?.includes(key) !== true),
  )

/** What a draft holds once a service is added or taken off. */
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

/** What is held of an order is made from this version on, once it holds the same person's own change of the same field. */
export function movedOn(draft: Draft, { details, size, deadline }: OrderChange, version: number): Draft {
  const hasDetails = draft.details !== undefined && details !== undefined
  const hasChoices = (draft.size ?? draft.deadline) !== undefined && (size ?? deadline) !== undefined
  if (!hasDetails && !hasChoices) return draft
  return { ...draft, ...(hasDetails && { detailsFrom: version }), ...(hasChoices && { choicesFrom: version }) }
}

/** Whether the draft holds nothing that a person typed or chose. */
export function isEmpty(draft: Draft): boolean {
  return Object.keys(draft).length === 0
}

/** The draft as it is kept in the browser. */
export function draftToText(draft: Draft): string {
  return JSON.stringify({ ...draft, ...(draft.size && { size: sizeToWire(draft.size) }) })
}

/** Reads a kept draft; a part that does not fit any more is left out, and a text that is no draft is an empty one. */
export function draftFromText(text: string | undefined): Draft {
  const kept = recordFrom(text)
  return withChange(emptyDraft, {
    subject: textFrom(kept.subject),
    title: textFrom(kept.title),
    size: typeof kept.size === 'string' ? sizeFromWire(kept.size) : undefined,
    deadline: deadlineFrom(kept.deadline),
    details: textFrom(kept.details),
    detailsFrom: numberFrom(kept.detailsFrom),
    choicesFrom: numberFrom(kept.choicesFrom),
    overtakenDetails: textFrom(kept.overtakenDetails),
    email: textFrom(kept.email),
    files: filesFrom(kept.files),
    begunFiles: textFrom(kept.begunFiles),
    services: servicesFrom(kept.services),
    leftOut: servicesFrom(kept.leftOut),
    preferredNerd: textFrom(kept.preferredNerd),
    useBalance: kept.useBalance === true ? true : undefined,
    creation: creationFrom(kept.creation),
    isFirst: kept.isFirst === true ? true : undefined,
  })
}

function recordFrom(text: string | undefined): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(text ?? ''))
  } catch {
    return {}
  }
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
