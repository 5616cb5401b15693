import { cabinetOverlayPath } from '@nerdify/contract/cabinet-overlays.ts'
import type { TipForm } from '@nerdify/contract/tips.ts'
import { centsFromDollars, formatMoney, formatShortMoney } from '@nerdify/domain/pricing/money.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../../api/client.ts'
import { queryKeys } from '../../../api/queries.ts'
import { useLeavingSite } from '../../../frame/restored-page.ts'
import { overlayTexts, tipTexts } from '../../../texts/cabinet-overlays.ts'
import { AmountTiles } from '@nerdify/ui/choices/AmountTiles.tsx'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { WalletIcon } from '@nerdify/ui/actions/StatusIcons.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Skeleton, SkeletonBar } from '@nerdify/ui/surfaces/Skeleton.tsx'
import type { OpenOverlay } from '../use-overlay.ts'
import { LoadError } from './LoadError.tsx'
import { OverlayDialog, type OverlayProps, orderOverlay } from './OverlayDialog.tsx'

/** The query with which the card page's Back returns here. */
const returnQuery = { name: 'tip', value: 'not-charged' } as const

/** `…/tips`: a tip after a good rating (RATE-05, PAY-09). */
export const Component = orderOverlay(
  {
    title: tipTexts.title,
    may: ({ actions }) => actions.includes('tip'),
    notNow: { title: tipTexts.notNowTitle, text: tipTexts.notNowText },
  },
  Tips,
)

/** The form's signature is valid for an hour, so each visit fetches it. */
const useTipForm = (orderId: string) =>
  useQuery({
    queryKey: queryKeys.tipForm(orderId),
    queryFn: () => api.tipForm(orderId),
    refetchOnMount: 'always',
    gcTime: 0,
  })

function Tips({ overlay, order }: OverlayProps) {
  const [search] = useSearchParams()
  const form = useTipForm(order._id)
  const formId = useId()
  const [amount, setAmount] = useState<string>()
  const [isMissing, setMissing] = useState(false)
  const [isLeaving, setLeaving] = useLeavingSite()

  const leave = (event: FormEvent) => {
    if (amount === undefined || isLeaving) event.preventDefault()
    else setLeaving(true)
  }
  const price = formatMoney(centsFromDollars(order.cabinet_price))
  return (
    <OverlayDialog
      title={tipTexts.title}
      onClose={overlay.close}
      actions={
        <>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            blocked={amount === undefined}
            // Works even before the form has loaded.
            onClick={() => setMissing(amount === undefined)}
            busy={isLeaving && overlayTexts.sending}
          >
            {amount === undefined ? tipTexts.choose : tipTexts.tip(inDollars(Number(amount)))}
          </Button>
          <Button variant="quiet" onClick={overlay.close}>
            {tipTexts.noThanks}
          </Button>
        </>
      }
    >
      {search.get(returnQuery.name) === returnQuery.value && (
        <Banner icon={<WalletIcon />} title={tipTexts.notChargedTitle} />
      )}
      <Text look="muted">{tipTexts.text}</Text>
      <Stack gap={3}>
        <b>{tipTexts.order(order.number, price)}</b>
        {form.data === undefined ? (
          <LoadingAmounts form={form} />
        ) : (
          <form id={formId} method="post" action={form.data.action} onSubmit={leave}>
            <HiddenFields fields={fieldsFor(overlay, form.data, amount)} />
            <AmountTiles
              label={tipTexts.amount}
              name="amount"
              options={form.data.options.map(tileOf)}
              value={amount}
              onChange={setAmount}
            />
          </form>
        )}
        <div role="status">{isMissing && amount === undefined && <ErrorText>{tipTexts.chooseFirst}</ErrorText>}</div>
      </Stack>
      <Text look="small">{tipTexts.leaves}</Text>
    </OverlayDialog>
  )
}

const LoadingAmounts = ({ form }: { form: ReturnType<typeof useTipForm> }) =>
  form.isError ? (
    <LoadError query={form} />
  ) : (
    <Skeleton label={tipTexts.amount}>
      <SkeletonBar width="full" height="control" />
    </Skeleton>
  )

const tileOf = ({ amount, percent }: TipForm['options'][number]) => ({
  value: String(amount),
  amount: inDollars(amount),
  note: tipTexts.percent(percent),
})

const inDollars = (dollars: number) => formatShortMoney(centsFromDollars(dollars))

/** The form's other fields: the server's signed ones, and the return paths to the same list (PAY-09). */
function fieldsFor({ orderId, base, search }: OpenOverlay, { fields }: TipForm, amount: string | undefined) {
  const list = new URLSearchParams(search)
  list.delete(returnQuery.name)
  const success = list.size === 0 ? '' : `?${list}`
  list.set(returnQuery.name, returnQuery.value)
  return {
    ...fields,
    success_url: cabinetOverlayPath({ name: 'tips-success', orderId, detail: amount, base }) + success,
    cancel_url: `${cabinetOverlayPath({ name: 'tips', orderId, base })}?${list}`,
  }
}

const HiddenFields = ({ fields }: { fields: Record<string, string> }) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
