import type { Order } from '@nerdify/contract/orders.ts'
import { type JobTypeId, jobTypeById, jobTypeByPriceName, jobTypes } from '@nerdify/domain/catalog/job-types.ts'
import { restrictedRegionText } from '@nerdify/domain/fair-dealing/restricted-regions.ts'
import { sizeToWire } from '@nerdify/domain/pricing/units.ts'
import { useId, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { serverNow } from '../../../api/client.ts'
import { useMe } from '../../../api/queries.ts'
import { trackScreen } from '../../../frame/track-screen.ts'
import { jobTypeNotes, jobTypeTexts, orderFlowTexts, priceTexts } from '../../../texts/orders/order-flow.ts'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { BottomBar } from '@nerdify/ui/order/BottomBar.tsx'
import { NerdBadge } from '@nerdify/ui/page/Brand.tsx'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Card } from '@nerdify/ui/surfaces/Card.tsx'
import { ErrorSummary } from '@nerdify/ui/fields/ErrorSummary.tsx'
import { AlertIcon } from '@nerdify/ui/actions/Icons.tsx'
import { PriceActions, PriceNote, PriceRow, PriceRows } from '@nerdify/ui/order/PriceSummary.tsx'
import { RadioRows } from '@nerdify/ui/choices/RadioRows.tsx'
import { Worksheet } from '@nerdify/ui/order/Worksheet.tsx'
import { useDeadlineTerms } from './deadline-terms.ts'
import { drafts, orderDraftKey } from '../draft/drafts.ts'
import { type FlowPlace, stepPath } from '../flow/flow-place.ts'
import { FlowScreen } from '../flow/FlowScreen.tsx'
import { JobTypeIcon } from './JobTypeIcon.tsx'
import { jobTypeChange, moveDraft } from './job-type-change.ts'
import { LoadingOrder, OrderGate, useOnceTrue } from '../flow/OrderGate.tsx'
import { UnsavedNotice } from '../flow/OrderNotices.tsx'
import { useIsOffered } from './offered-job-types.ts'
import { useOrderChanges } from '../draft/order-queues.ts'
import type { Elements } from '@nerdify/ui/elements.ts'

/** Step 1: the kind of work, for a new order (FLOW-01) or an existing one (FLOW-02). */
export function Component() {
  const { orderId } = useParams()
  return orderId === undefined ? <NewJobType /> : <OrderJobType />
}

function OrderJobType() {
  const isOpen = useOnceTrue(!useMe().isPending)
  if (!isOpen) return <LoadingOrder />
  return <OrderGate page="job-type">{(order) => <ChangeJobType order={order} />}</OrderGate>
}

/** State of the history entry: the chosen type, and the type whose draft the client came from (EASE-09). */
interface JobTypeState {
  jobType?: string
  from?: string
}

/**
 * Shows before the client loads (EASE-02); the next step checks that the type is offered to them. The history entry
 * keeps the choice for Back and a reload (ux 16).
 */
function NewJobType() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const terms = useDeadlineTerms()
  const { jobType: shown = '', from = '' } = (state ?? {}) as JobTypeState
  // The router updates the entry in a transition, so a quick click on Next may be faster.
  const [chosenId, setChosenId] = useState(shown)
  const chosen = jobTypeById(chosenId)
  const isOffered = useIsOffered()
  const goOn = (id: JobTypeId) => {
    const before = jobTypeById(from)?.id
    const jobType = jobTypeById(id)
    if (before !== undefined && jobType !== undefined) moveDraft(before, jobType, terms)
    // Another type after Back takes the answers along (EASE-09).
    void navigate('.', { replace: true, state: { jobType: id, from: id } satisfies JobTypeState })
    void navigate(stepPath('form', { jobType: id }))
  }
  return (
    <JobTypeStep
      chosen={chosen && isOffered(chosen) ? chosen.id : undefined}
      onChoose={(jobType) => {
        setChosenId(jobType)
        void navigate('.', { replace: true, state: { jobType, from } satisfies JobTypeState })
      }}
      onNext={goOn}
    />
  )
}

function ChangeJobType({ order }: { order: Order }) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const { changes } = useOrderChanges(order._id)
  const terms = useDeadlineTerms()
  const storedType = order.service_type === null ? undefined : jobTypeByPriceName(order.service_type)
  const stored = storedType?.id
  const isOffered = useIsOffered()
  const [chosen, setChosen] = useState(storedType !== undefined && isOffered(storedType) ? stored : undefined)
  const [busy, setBusy] = useState(false)

  const goOn = async (id: JobTypeId) => {
    const jobType = jobTypeById(id)
    if (jobType === undefined || busy) return
    const isHere = trackScreen()
    setBusy(true)
    if (id !== stored) {
      // The old size stays in the draft if the new type cannot take its measure (EASE-09).
      const key = orderDraftKey(order._id)
      const { size } = drafts.read(key)
      const shown = size === undefined ? order : { ...order, size: sizeToWire(size) }
      changes.change(jobTypeChange(shown, jobType, { now: serverNow(), terms }))
      drafts.change(key, { size: undefined })
    }
    const saved = await changes.settled()
    setBusy(false)
    if (saved && isHere()) await navigate(stepPath('form', { orderId: order._id }), { state })
  }

  return (
    <JobTypeStep
      place={{ orderId: order._id }}
      chosen={chosen}
      onChoose={setChosen}
      onNext={(id) => void goOn(id)}
      busy={busy}
      notice={<UnsavedNotice orderId={order._id} />}
    />
  )
}

interface JobTypeStepProps {
  place?: FlowPlace
  chosen: JobTypeId | undefined
  onChoose: (jobType: JobTypeId) => void
  onNext: (jobType: JobTypeId) => void
  busy?: boolean
  notice?: Elements
}

function JobTypeStep({ place, chosen, onChoose, onNext, busy = false, notice }: JobTypeStepProps) {
  const titleId = useId()
  const listId = useId()
  const [attempts, setAttempts] = useState(0)
  const missing = attempts > 0 && chosen === undefined
  const restricted = useMe().data?.restricted_region ?? false
  const offered = jobTypes.filter(useIsOffered())
  const next = (
    <Button
      variant="primary"
      block="full"
      blocked={missing}
      busy={busy && orderFlowTexts.saving}
      onClick={() => (chosen === undefined ? setAttempts(attempts + 1) : onNext(chosen))}
    >
      {jobTypeTexts.next}
    </Button>
  )
  return (
    <FlowScreen
      step="job-type"
      place={place}
      title={jobTypeTexts.question}
      titleId={titleId}
      faulty={missing}
      notices={
        <>
          {notice}
          {restricted && (
            <Banner kind="info" icon={<AlertIcon />} title={jobTypeTexts.restricted}>
              {restrictedRegionText}
            </Banner>
          )}
        </>
      }
      side={
        <Card title={priceTexts.yourOrder} badge={<NerdBadge size="small" />}>
          {chosen !== undefined && (
            <PriceRows>
              <PriceRow term={priceTexts.task}>{jobTypeById(chosen)?.name}</PriceRow>
            </PriceRows>
          )}
          <PriceActions>
            {next}
            <PriceNote>{priceTexts.priceOnNextStep}</PriceNote>
          </PriceActions>
        </Card>
      }
      bar={<BottomBar>{next}</BottomBar>}
    >
      {missing && <ErrorSummary key={attempts} faults={[{ fieldId: listId, text: jobTypeTexts.missing }]} />}
      <div id={listId} tabIndex={-1}>
        <Worksheet plain>
          <RadioRows
            labelledBy={titleId}
            onSheet
            error={missing && jobTypeTexts.missing}
            value={chosen}
            onChange={onChoose}
            options={offered.map(({ id, name }) => ({
              value: id,
              title: name,
              note: jobTypeNotes[id],
              icon: <JobTypeIcon jobType={id} size="row" />,
            }))}
          />
        </Worksheet>
      </div>
    </FlowScreen>
  )
}
