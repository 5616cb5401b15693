import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { OperationsClientWithLists } from '@nerdify/contract/finding.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { may, refusalOf } from '@nerdify/domain/staff/staff-rights.ts'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { focusHeading } from '@nerdify/ui/focus-heading.ts'
import { mayMoveFocus } from '@nerdify/ui/may-move-focus.ts'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { clientTexts } from '../../texts/clients.ts'
import { Actions, type ClientActionsProps } from './ClientActions.tsx'
import { bonusDecision } from './client-changes.ts'
import styles from './ClientScreen.module.css'

interface HeldBonusesProps extends ClientActionsProps {
  /** An instant in the company's zone. */
  time: (at: number) => string
}

/** The referral bonuses that wait for a lead (SAFE-08), or the last decision with its author. */
export function HeldBonuses({ client, me, time }: HeldBonusesProps) {
  const card = useRef<HTMLDivElement>(null)
  const [hasDecided, setHasDecided] = useState(false)
  // Once the dialog, which returns the focus to its button, is gone.
  useEffect(() => {
    if (hasDecided && mayMoveFocus(card.current)) focusHeading(card.current?.querySelector('h2'))
  }, [hasDecided])
  const { held_bonuses: held } = client
  const decision = bonusDecision(client.log.results)
  if (held.length === 0 && decision === undefined) return null
  const mayDecide = may(me.role, 'decide on referral bonuses')
  return (
    <div ref={card} data-steps="">
      <Card title={clientTexts.bonuses}>
        <CardBody>
          <Stack gap={3}>
            {held.length > 0 && (
              <>
                <Text look="small">{clientTexts.whyHeld}</Text>
                <ul className={styles.rows}>
                  {held.map((bonus) => (
                    <HeldBonus key={bonus.friend_id} bonus={bonus} time={time} />
                  ))}
                </ul>
                {!mayDecide && <Text look="muted">{refusalOf(me.role, 'decide on referral bonuses')}</Text>}
              </>
            )}
            <Actions
              names={held.length > 0 && mayDecide ? ['release', 'refuse'] : []}
              client={client}
              me={me}
              onOpen={() => setHasDecided(false)}
              onDone={() => setHasDecided(true)}
            />
            <div role="status">
              {hasDecided && decision !== undefined && decision.person !== me.name && (
                <ErrorText>{clientTexts.decidedBefore}</ErrorText>
              )}
              {held.length === 0 && decision !== undefined && (
                <Text look="small">
                  <span dir="auto">
                    {clientTexts.bonusesDecided(decision.person, { ...decision, time: time(decision.at) })}
                  </span>
                </Text>
              )}
            </div>
          </Stack>
        </CardBody>
      </Card>
    </div>
  )
}

interface HeldBonusProps extends Pick<HeldBonusesProps, 'time'> {
  bonus: OperationsClientWithLists['held_bonuses'][number]
}

/** The invited friend, the order that the friend paid, and the credit of a release. */
const HeldBonus = ({ bonus: { friend_id: id, friend, order_number: number, amount, since }, time }: HeldBonusProps) => (
  <li>
    <Link className={styles.row} to={deskPaths.client(id)}>
      <b dir="auto">{clientTexts.forFriend(friend, formatMoney(centsFromDollars(amount)))}</b>
      <span>
        {[number, clientTexts.heldSince(time(Date.parse(since)))].filter((each) => each !== null).join(' · ')}
      </span>
    </Link>
  </li>
)
