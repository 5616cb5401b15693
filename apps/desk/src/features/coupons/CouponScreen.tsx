import { giftText } from '@nerdify/contract/gift-text.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { changedMeanwhile } from '@nerdify/contract/version-words.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { Discount } from '@nerdify/contract/operations.ts'
import { noCouponVersion } from '@nerdify/contract/version-words.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { may } from '@nerdify/domain/staff/staff-rights.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { PriceRow, PriceRows } from '@nerdify/ui/order/PriceSummary.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { useClock } from '@nerdify/ui/use-clock.ts'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { serverNow } from '../../api/client.ts'
import { useCoupon, useCouponUses, useEndCoupon, useSaveCoupon } from '../../api/coupon-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { usePress } from '../../frame/use-press.ts'
import { Cell, Ledger } from '../../frame/Ledger.tsx'
import { MoreRows, ReadState, ScreenHead } from '../../frame/ScreenParts.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { useEdit } from '../../frame/use-edit.ts'
import { FormDialog } from '../../frame/FormDialog.tsx'
import { couponTexts } from '../../texts/coupons.ts'
import { cellsOfCoupon, couponOf, newCouponCells } from './coupon-form.ts'
import { CouponForm } from './CouponForm.tsx'
import styles from './Coupons.module.css'
import { endText } from './CouponsScreen.tsx'

interface CouponProps {
  coupon: Discount
  me: OperatorAnswer
}

/** `/coupons/code/…`: the terms of a coupon, its end and who used it (DESK-05, OPS-16). */
export function CouponScreen({ me }: { me: OperatorAnswer }) {
  const { code = '' } = useParams()
  const coupon = useCoupon(code)
  useScreenTitle(code)
  return (
    <>
      <ScreenHead title={code}>
        <Link to={deskPaths.coupons()}>{couponTexts.heading}</Link>
      </ScreenHead>
      <ReadState query={coupon} texts={couponTexts.one} zone={me.company_zone} />
      {coupon.data && (
        <div key={code} className={styles.columns}>
          {may(me.role, 'change coupons') && (
            <Card title={couponTexts.terms}>
              <CardBody>
                <Terms coupon={coupon.data} me={me} />
              </CardBody>
            </Card>
          )}
          <div className={styles.column}>
            <UseCard coupon={coupon.data} me={me} />
            <UsesCard code={coupon.data.code} />
          </div>
        </div>
      )}
    </>
  )
}

function Terms({ coupon, me }: CouponProps) {
  const zone = me.company_zone
  const stored = { version: coupon.version, cells: cellsOfCoupon(coupon, zone) }
  const edit = useEdit(`${me.id ?? me.name}.coupon.${coupon.code}`, stored)
  const save = useSaveCoupon()
  const cells = { ...stored.cells, ...edit.typed }
  const send = () => {
    const saved = save.mutateAsync(
      { code: coupon.code, body: couponOf(cells, coupon, zone), ...edit.begin() },
      { onError: (error) => error.error_type === changedMeanwhile && edit.rebase() },
    )
    afterWrite(saved, edit.saved)
  }
  return <CouponForm edit={edit} cells={cells} stored={stored.cells} zone={zone} save={save} onSave={send} />
}

/** A coupon's gift and uses, with the button that ends it. */
function UseCard({ coupon, me }: CouponProps) {
  const now = useClock(serverNow)
  const [isAsking, setIsAsking] = useState(false)
  const end = useEndCoupon(coupon.code)
  const press = usePress()
  const { columns } = couponTexts
  return (
    <Card title={couponTexts.use}>
      <PriceRows>
        <PriceRow term={columns.gift}>{giftText(coupon.gift)}</PriceRow>
        <PriceRow term={columns.used}>{coupon.used}</PriceRow>
        <PriceRow term={columns.left}>{coupon.left ?? couponTexts.any}</PriceRow>
        <PriceRow term={columns.end}>{endText(coupon, me.company_zone, now)}</PriceRow>
      </PriceRows>
      <CardBody>
        <div role="status">{end.isSuccess && coupon.over && <Text look="small">{couponTexts.isOff}</Text>}</div>
        {may(me.role, 'change coupons') && !coupon.over && (
          <Button variant="danger" onClick={() => setIsAsking(true)}>
            {couponTexts.off}
          </Button>
        )}
        {isAsking && (
          <FormDialog
            title={couponTexts.off}
            send={couponTexts.off}
            isDangerous
            busy={end.isPending && couponTexts.saving}
            error={end.error && failureText(end.error)}
            onSend={() =>
              afterWrite(end.mutateAsync(press.begin()), () => {
                press.end()
                setIsAsking(false)
              })
            }
            onClose={() => setIsAsking(false)}
          >
            <p>{couponTexts.offLead(coupon.code)}</p>
          </FormDialog>
        )}
      </CardBody>
    </Card>
  )
}

function UsesCard({ code }: { code: string }) {
  const uses = useCouponUses(code)
  const { useColumns: columns } = couponTexts
  return (
    <Card title={couponTexts.usedBy}>
      <CardBody>
        <Stack gap={3}>
          <ReadState query={uses} texts={couponTexts.usesRead} lines={3} />
          {uses.data?.length === 0 && <Text look="muted">{couponTexts.notUsed}</Text>}
          {uses.data && uses.data.length > 0 && (
            <Ledger
              caption={couponTexts.usedBy}
              columns={[{ name: columns.order }, { name: columns.client }, { name: columns.discount, look: 'figure' }]}
            >
              {uses.data.map(({ order_id: id, number, client_id: client, discount }) => (
                <tr key={id}>
                  <Cell head>
                    <Link to={deskPaths.order(number)}>{number}</Link>
                  </Cell>
                  <Cell>
                    <Link to={deskPaths.client(client)}>{couponTexts.theClient}</Link>
                  </Cell>
                  <Cell look="figure">{formatMoney(centsFromDollars(discount))}</Cell>
                </tr>
              ))}
            </Ledger>
          )}
          <MoreRows list={uses} />
        </Stack>
      </CardBody>
    </Card>
  )
}

/** `/coupons/new`: a coupon with an unused code. */
export function NewCouponScreen({ me }: { me: OperatorAnswer }) {
  const zone = me.company_zone
  const edit = useEdit(`${me.id ?? me.name}.coupon.new`, { version: noCouponVersion, cells: newCouponCells })
  const save = useSaveCoupon()
  const navigate = useNavigate()
  const cells = { ...newCouponCells, ...edit.typed }
  useScreenTitle(couponTexts.newCoupon)
  const send = () => {
    const saved = save.mutateAsync(
      { code: cells['code'] ?? '', body: couponOf(cells, undefined, zone), ...edit.begin() },
      // A person who has left the page stays where they are.
      { onSuccess: ({ code }) => void navigate(deskPaths.coupon(code), { replace: true }) },
    )
    afterWrite(saved, edit.clear)
  }
  return (
    <>
      <ScreenHead title={couponTexts.newCoupon} />
      <div className={styles.single}>
        <Card title={couponTexts.terms}>
          <CardBody>
            <CouponForm edit={edit} cells={cells} zone={zone} save={save} isNew onSave={send} />
          </CardBody>
        </Card>
      </div>
    </>
  )
}
