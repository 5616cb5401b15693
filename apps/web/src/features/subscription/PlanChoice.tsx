import { type PlanTag, plans } from '@nerdify/domain/plans/plans.ts'
import { frameTexts } from '../../texts/frame.ts'
import { subscriptionTexts } from '../../texts/subscription.ts'
import { Bubble, rowLetter } from '@nerdify/ui/choices/ChoiceRow.tsx'
import { CoverRadios } from '@nerdify/ui/choices/CoverChoice.tsx'
import { CheckIcon } from '@nerdify/ui/actions/Icons.tsx'
import { Money } from '@nerdify/ui/order/Money.tsx'
import styles from './PlanChoice.module.css'
import { planPrice } from './plan-words.ts'

interface PlanChoiceProps {
  options: readonly PlanTag[]
  value: PlanTag
  /** Whether the company has a VIP phone (WAIT-07). */
  vipPhone: boolean
  onChange: (tag: PlanTag) => void
}

/** A choice of plans, side by side (SUB-03). On phones only the chosen one lists every perk. */
export const PlanChoice = ({ options, value, vipPhone, onChange }: PlanChoiceProps) => (
  <CoverRadios
    label={subscriptionTexts.plans}
    options={options.map((tag, index) => ({ value: tag, letter: rowLetter(index) }))}
    value={value}
    onChange={onChange}
    look={{ group: styles.plans, choice: styles.plan }}
  >
    {({ value: tag, letter }, isChosen) => (
      <>
        <span className={styles.head}>
          <Bubble>{letter}</Bubble>
          <span className={styles.name}>{plans[tag].name}</span>
          <span className={styles.price}>
            <Money look={isChosen ? 'mark' : 'plain'}>{planPrice(plans[tag].monthlyCents)}</Money>{' '}
            <small>{subscriptionTexts.aMonth}</small>
          </span>
        </span>
        <span className={styles.perks}>
          {perksOf(tag, vipPhone).map((perk) => (
            <span key={perk} className={styles.perk}>
              <CheckIcon />
              <span>{perk}</span>
            </span>
          ))}
        </span>
      </>
    )}
  </CoverRadios>
)

/** The perks of a plan; the VIP phone only if the company has one. */
const perksOf = (tag: PlanTag, vipPhone: boolean): readonly string[] => [
  ...subscriptionTexts.perks[tag],
  ...(vipPhone && plans[tag].family === 'plan' ? [frameTexts.vipPhone] : []),
]
