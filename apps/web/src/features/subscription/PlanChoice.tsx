import { type PlanTag, plans } from '@nerdify/domain/plans/plans.ts'
import { useId } from 'react'
import { subscriptionTexts } from '../../texts/subscription.ts'
import { coverInputClass } from '../../ui/choices/CoverChoice.tsx'
import { CheckIcon } from '../../ui/actions/Icons.tsx'
import { Money } from '../../ui/order/Money.tsx'
import styles from './PlanChoice.module.css'
import { planPrice } from './plan-words.ts'

/** What {@link PlanChoice} takes. */
interface PlanChoiceProps {
  options: readonly PlanTag[]
  value: PlanTag
  onChange: (tag: PlanTag) => void
}

/** The plans beside one another, one of them chosen (SUB-03). On phones only the chosen one lists every perk. */
export function PlanChoice({ options, value, onChange }: PlanChoiceProps) {
  const name = useId()
  return (
    <div className={styles.plans} role="radiogroup" aria-label={subscriptionTexts.plans}>
      {options.map((tag, index) => (
        <label key={tag} className={styles.plan}>
          <input
            className={coverInputClass()}
            type="radio"
            name={name}
            value={tag}
            checked={tag === value}
            onChange={() => onChange(tag)}
          />
          <span className={styles.head}>
            <span className={styles.bubble} aria-hidden="true">
              {String.fromCharCode(65 + index)}
            </span>
            <span className={styles.name}>{plans[tag].name}</span>
            <span className={styles.price}>
              <Money look={tag === value ? 'mark' : 'plain'}>{planPrice(plans[tag].monthlyCents)}</Money>{' '}
              <small>{subscriptionTexts.aMonth}</small>
            </span>
          </span>
          <span className={styles.perks}>
            {subscriptionTexts.perks[tag].map((perk) => (
              <span key={perk} className={styles.perk}>
                <CheckIcon />
                {perk}
              </span>
            ))}
          </span>
        </label>
      ))}
    </div>
  )
}
