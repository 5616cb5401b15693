import { giftText } from '@nerdify/contract/gift-text.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { Discount } from '@nerdify/contract/operations.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { capitalized, dateWords } from '@nerdify/domain/dates/date-words.ts'
import { may } from '@nerdify/domain/staff/staff-rights.ts'
import { buttonClass } from '@nerdify/ui/actions/Button.tsx'
import { Blank } from '@nerdify/ui/surfaces/Blank.tsx'
import { useClock } from '@nerdify/ui/use-clock.ts'
import { useRef } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../api/client.ts'
import { useCoupons } from '../../api/coupon-queries.ts'
import { useKeys } from '../../frame/keys-setting.ts'
import { Cell, type Column, Figure, Ledger, rowLinkClass } from '../../frame/Ledger.tsx'
import { MoreRows, ReadState, ScreenHead } from '../../frame/ScreenParts.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { useChosenRow } from '../../frame/use-chosen-row.ts'
import { couponTexts } from '../../texts/coupons.ts'

const { key: keyNames, columns } = couponTexts
const keyList = [
  ['j', keyNames.next],
  ['k', keyNames.previous],
  ['Enter', keyNames.open],
] as const

const ledgerColumns: readonly Column[] = [
  { name: columns.code },
  { name: columns.gift },
  { name: columns.used, look: 'figure' },
  { name: columns.left, look: 'figure' },
  { name: columns.end },
]

/** `/coupons`: coupons by code with their uses and end (DESK-05, OPS-16). */
export function CouponsScreen({ me }: { me: OperatorAnswer }) {
  const coupons = useCoupons()
  const now = useClock(serverNow)
  const table = useRef<HTMLDivElement>(null)
  const rows = useChosenRow(
    table,
    (coupons.data ?? []).map(({ code }) => code),
  )
  useScreenTitle(couponTexts.heading)
  useKeys({ j: () => rows.move(1), k: () => rows.move(-1) })
  return (
    <>
      <ScreenHead title={couponTexts.heading} lead={couponTexts.lead} keys={keyList}>
        {may(me.role, 'change coupons') && (
          <Link className={buttonClass({ size: 'small', variant: 'primary' })} to={deskPaths.newCoupon()}>
            {couponTexts.add}
          </Link>
        )}
      </ScreenHead>
      <ReadState query={coupons} texts={couponTexts.list} zone={me.company_zone} />
      {coupons.data?.length === 0 && (
        <Blank head={couponTexts.heading} title={couponTexts.none}>
          {couponTexts.noneLead}
        </Blank>
      )}
      <div ref={table}>
        {coupons.data && coupons.data.length > 0 && (
          <Ledger caption={couponTexts.caption} columns={ledgerColumns}>
            {coupons.data.map((coupon) => (
              <tr key={coupon.code}>
                <Cell head>
                  <Link
                    className={rowLinkClass()}
                    to={deskPaths.coupon(coupon.code)}
                    data-row={coupon.code}
                    onFocus={() => rows.choose(coupon.code)}
                  >
                    {coupon.code}
                  </Link>
                </Cell>
                <Cell>{giftText(coupon.gift)}</Cell>
                <Cell look="figure">
                  <Figure isZero={coupon.used === 0}>{coupon.used}</Figure>
                </Cell>
                <Cell look="figure">{coupon.left ?? couponTexts.any}</Cell>
                <Cell>
                  <Figure isZero={coupon.over}>{endText(coupon, me.company_zone, now)}</Figure>
                </Cell>
              </tr>
            ))}
          </Ledger>
        )}
      </div>
      <MoreRows list={coupons} />
    </>
  )
}

/** When a coupon ends or ended, by the company's clock. */
export function endText({ expires_at: end, over }: Discount, zone: string, now: number): string {
  if (end === undefined) return couponTexts.never
  const time = dateWords(zone).time(Date.parse(end), now)
  return over ? couponTexts.ended(time) : capitalized(time)
}
