import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { wordsLine } from '@nerdify/domain/input/one-line.ts'
import type { Client } from '@nerdify/contract/client.ts'
import type { Order, OrderCreation, ServiceTag } from '@nerdify/contract/orders.ts'
import { type JobType, jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'
import { giftOfDiscountInfo } from '@nerdify/domain/discounts/discount-info.ts'
import { planServices } from '@nerdify/domain/plans/plan-benefits.ts'
import { defaultDeadlineHours, deadlineStops } from '@nerdify/domain/pricing/deadlines.ts'
import { defaultSize } from '@nerdify/domain/pricing/size-limits.ts'
import type { Prices } from '@nerdify/domain/pricing/price.ts'
import { type Size, sizeFromWire, sizeToWire } from '@nerdify/domain/pricing/units.ts'
import { referralCoupon } from '@nerdify/domain/referrals/referral.ts'
import { serverNow } from '../../api/client.ts'
import { toSentFiles } from '../../uploads/loaded-files.ts'
import { useMe, usePricing, useServicePrices } from '../../api/queries.ts'
import { type UsableBalance, usableBalance } from './price/usable-balance.ts'
import { type ChosenDeadline, type DeadlineChoice, deadlineOf } from './form/deadline-choice.ts'
import { useDeadlineTerms } from './form/deadline-terms.ts'
import { type Draft, servicesOfDraft, withService } from './draft/draft.ts'
import { drafts, newOrderDraftKey, orderDraftKey, useDraft } from './draft/drafts.ts'
import { type FormAnswers, type FormFault, formFaults, sizeAndDeadlineFaults } from './form/order-faults.ts'
import type { OrderFields } from './draft/waiting-changes.ts'
import type { OrderChangesState } from './draft/order-changes.ts'
import { difference } from './draft/creation.ts'
import { useOrderChanges } from './draft/order-queues.ts'
import type { FlowPlace } from './flow/flow-place.ts'
import { type LiveOrder, livePrice, type ShownPrice, servicesWith, storedPrice } from './price/shown-price.ts'
import { useServerTime } from '../../api/server-time.ts'

/** The choices of the order form. */
interface Choices {
  subject: string | null
  size: Size
  deadline: DeadlineChoice
}

/** An order in the flow, whether it exists on the server or only as a draft. */
export interface FlowOrder {
  /** The order on the server; null while it is only a draft. */
  stored: Order | null
  /** Storage key of the values that the server does not have. */
  draftKey: string
  draft: Draft
  /** Where its steps are. */
  place: FlowPlace
  jobType: JobType
  choices: Choices
  /** The deadline of the choices, in UTC milliseconds. */
  deadline: number
  /** The slider's stops in hours, shortest first. */
  stops: readonly number[]
  /** The client's name for the order (EASE-03). */
  title: string
  details: string
  /** The added extra services, with those being added. */
  added: readonly ServiceTag[]
  /** The name of the preferred Nerd, once that service is added (SRV-05). */
  preferredNerd: string | undefined
  /** The last service that could not be added or removed. */
  serviceFault: OrderChangesState['serviceFault']
  /** The faults that block "Get it done". */
  faults: readonly FormFault[]
  /** Epoch milliseconds (UTC) by the server's clock. */
  now: number
  /** Undefined until the prices load, and for a size that cannot be ordered. */
  price: ShownPrice | undefined
  /** The price is for the previous size: a new one is being typed (EASE-08). */
  isPriceOld?: boolean
  balance: UsableBalance
  /** The inputs of the live price. */
  live: { order: LiveOrder; prices: Prices } | undefined

  choose: (change: { subject?: string; size?: Size; deadline?: ChosenDeadline }) => void
  setTitle: (title: string) => void
  setDetails: (details: string) => void
  setService: (key: ServiceTag, added: boolean, nerd?: string) => void
  setUseBalance: (isUsed: boolean) => void
}

const isoText = (at: number) => new Date(at).toISOString()

/** The choices in the wire's form; a deadline by hours counts from `now`. */
function fieldsOf({ size, deadline }: { size?: Size | undefined; deadline?: DeadlineChoice | undefined }, now: number) {
  const fields: OrderFields = {}
  if (size !== undefined) fields.size = sizeToWire(size)
  if (deadline !== undefined) fields.deadline = isoText(deadlineOf(deadline, now))
  return fields
}

/**
 * Whether the server accepts a task description. The order form does not ask for one, so the rules load on demand; if
 * they cannot load, the server is unreachable too.
 */
const isAccepted = (details: string): Promise<boolean> =>
  import('@nerdify/domain/orders/task-description.ts').then(
    ({ detailsFault }) => detailsFault(details) === undefined,
    () => false,
  )

const chosenFields = ({ choices: { subject, ...choices }, title }: FlowOrder, now: number): OrderFields => ({
  ...(subject !== null && { subject }),
  ...fieldsOf(choices, now),
  title,
})

/** The body that creates the draft's order now (API-04). */
export async function creationBody(order: FlowOrder): Promise<OrderCreation> {
  const { jobType, details, balance, draft } = order
  const { title = '', ...fields } = chosenFields(order, serverNow())
  // A refused description stays in the browser.
  const sendsDetails = !isBlank(details) && (await isAccepted(details))
  return {
    type: jobType.priceName,
    ...fields,
    ...(wordsLine(title) !== '' && { title }),
    ...(sendsDetails && { details }),
    ...(draft.files !== undefined && draft.files.length > 0 && { files: toSentFiles(draft.files) }),
    // Sent also when false: a lost creation may have sent true (PAY-13).
    use_balance: balance.isUsed,
  }
}

/** The choices since the order was `before`. */
export function chosenSince(before: FlowOrder, now: FlowOrder): OrderFields {
  const at = serverNow()
  return difference(chosenFields(before, at), chosenFields(now, at))
}

/** The client's balance in dollars: 0 until they load, null if the session may not see it (SAFE-03). */
const availableTo = (me: Client | undefined): number | null => (me === undefined ? 0 : me.available_balance)

/** The friend's gift, which a new order starts with (REF-04). */
const giftOf = (me: Client | undefined) => (me !== undefined && me.friend_gift > 0 ? referralCoupon.gift : undefined)

/** The derived values that drafts and stored orders share. */
function useDerived(inputs: {
  stored: Order | null
  /** Whether size and deadline are the stored ones. */
  asStored: boolean
  jobType: JobType
  choices: Choices
  added: readonly ServiceTag[]
  usesBalance: boolean
}) {
  const { stored, asStored, jobType, choices, added, usesBalance } = inputs
  const me = useMe().data
  const now = useServerTime()
  const pricing = usePricing()
  const servicePrices = useServicePrices()
  const terms = useDeadlineTerms()
  const deadline = deadlineOf(choices.deadline, now)
  const answers: FormAnswers = { jobType, subject: choices.subject, size: choices.size, deadline }
  const faults = formFaults(answers, now, terms, { asStored, priceFixed: stored?.price_fixed })
  const prices: Prices | undefined = pricing.data &&
    servicePrices.data && { rates: pricing.data, services: servicePrices.data }
  const canPrice = deadline > now && !faults.some(({ field }) => field === 'size')
  const gift = stored === null ? giftOf(me) : giftOfDiscountInfo(stored.discountInfo)
  const order: LiveOrder = { jobType, size: choices.size, deadline, tags: me?.tags ?? [], gift, added }
  const live = prices !== undefined && canPrice ? { order, prices } : undefined
  const quote = live && livePrice(live.order, live.prices, now)
  const price = stored !== null && asStored ? storedPrice(stored, added, quote) : quote
  const balance = { totalCents: price?.totalCents, stored, available: availableTo(me), isUsed: usesBalance }
  return {
    stored,
    place: stored === null ? { jobType: jobType.id } : { orderId: stored._id },
    jobType,
    choices,
    added,
    now,
    deadline,
    stops: deadlineStops(jobType.id, terms),
    faults,
    live,
    price,
    balance: usableBalance(balance),
  }
}

/** The draft of a new order of a job type (FLOW-17). */
export function useDraftOrder(jobType: JobType): FlowOrder {
  const draftKey = newOrderDraftKey(jobType.id)
  const draft = useDraft(draftKey)
  const choices: Choices = {
    subject: draft.subject ?? null,
    size: draft.size ?? defaultSize(jobType.measures[0] ?? 'Pages'),
    deadline: draft.deadline ?? { hours: defaultDeadlineHours },
  }
  const tags = useMe().data?.tags ?? []
  const added = servicesOfDraft(draft, planServices(tags, jobType.priceName))
  return {
    ...useDerived({ stored: null, asStored: false, jobType, choices, added, usesBalance: draft.useBalance === true }),
    draftKey,
    draft,
    title: draft.title ?? '',
    details: draft.details ?? '',
    preferredNerd: draft.preferredNerd,
    serviceFault: null,
    choose: (change) => drafts.change(draftKey, change),
    setTitle: (title) => drafts.change(draftKey, { title: title === '' ? undefined : title }),
    setDetails: (details) => drafts.change(draftKey, { details: details === '' ? undefined : details }),
    setService: (key, isWanted, nerd) => {
      drafts.change(draftKey, {
        ...withService(draft, key, isWanted),
        ...(key === 'client_recomended_writer' && { preferredNerd: nerd }),
      })
    },
    setUseBalance: (isUsed) => drafts.change(draftKey, { useBalance: isUsed ? true : undefined }),
  }
}

/** The shown choices of a stored order: the unsaved ones, else those being saved, else the stored ones. */
function choicesOf(stored: Order, draft: Draft, fields: OrderFields, jobType: JobType): Choices {
  const deadline = fields.deadline ?? stored.deadline
  const size = sizeFromWire(fields.size ?? stored.size ?? '')
  return {
    subject: fields.subject ?? stored.subject,
    size: draft.size ?? size ?? defaultSize(jobType.measures[0] ?? 'Pages'),
    deadline: draft.deadline ?? (deadline === null ? { hours: defaultDeadlineHours } : { at: Date.parse(deadline) }),
  }
}

/** The shown texts of a stored order, in the same order of precedence. */
const textsOf = (stored: Order, draft: Draft, fields: OrderFields) => ({
  title: draft.title ?? fields.title ?? stored.title ?? '',
  details: draft.details ?? fields.details ?? stored.details ?? '',
})

/**
 * An existing order. Choices are sent to the server at once (FLOW-18); a size or deadline that cannot be ordered stays
 * in the browser until it can.
 */
export function useStoredOrder(stored: Order): FlowOrder {
  const draftKey = orderDraftKey(stored._id)
  const draft = useDraft(draftKey)
  const terms = useDeadlineTerms()
  const { changes, state } = useOrderChanges(stored._id)
  const { fields } = state
  const jobType = jobTypeByPriceName(fields.type ?? stored.priceName)
  if (jobType === undefined) throw new RangeError(`Order ${stored._id} is of no job type: ${stored.priceName}`)

  const choices = choicesOf(stored, draft, fields, jobType)
  const asStored =
    [draft.size, draft.deadline, fields.size, fields.deadline, fields.type].every((part) => part === undefined) &&
    stored.size !== null &&
    stored.deadline !== null
  const tags = useMe().data?.tags ?? []
  const plan = asStored ? undefined : planServices(tags, jobType.priceName)
  const added = servicesWith(stored, state.services, plan)
  const usesBalance = fields.use_balance ?? stored.use_balance
  return {
    ...useDerived({ stored, asStored, jobType, choices, added, usesBalance }),
    draftKey,
    draft,
    ...textsOf(stored, draft, fields),
    preferredNerd: state.preferredNerd ?? stored.preferred_worker ?? undefined,
    serviceFault: state.serviceFault,
    choose({ subject, size, deadline }) {
      if (subject !== undefined) changes.change({ subject })
      if (size === undefined && deadline === undefined) return
      const now = serverNow()
      const unsaved = { size: size ?? draft.size, deadline: deadline ?? draft.deadline }
      const next = { size: size ?? choices.size, deadline: deadlineOf(deadline ?? choices.deadline, now) }
      if (sizeAndDeadlineFaults({ jobType, ...next }, now, terms).length === 0) {
        changes.change(fieldsOf(unsaved, now), draft.choicesFrom)
        drafts.change(draftKey, { size: undefined, deadline: undefined, choicesFrom: undefined })
      } else {
        drafts.change(draftKey, { ...unsaved, choicesFrom: draft.choicesFrom ?? stored.version })
      }
    },
    setTitle: (title) => drafts.change(draftKey, { title }),
    setDetails(details) {
      // Only text that differs from the order's is unsaved.
      const isUnsaved = fields.details !== undefined || details !== (stored.details ?? '')
      const unsaved = { details, detailsFrom: draft.detailsFrom ?? stored.version }
      drafts.change(draftKey, isUnsaved ? unsaved : { details: undefined, detailsFrom: undefined })
    },
    setService: (key, isWanted, nerd) => changes.setService(key, isWanted, nerd),
    setUseBalance: (use_balance) => changes.change({ use_balance }),
  }
}

/** Values that the form shows for a stored order and the server lacks: the defaults of empty fields. */
export function missingFields(stored: Order, { choices }: FlowOrder): OrderFields {
  return fieldsOf(
    {
      size: stored.size === null ? choices.size : undefined,
      deadline: stored.deadline === null ? choices.deadline : undefined,
    },
    serverNow(),
  )
}
