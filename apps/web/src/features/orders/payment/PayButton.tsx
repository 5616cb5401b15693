import { extraServicesTexts } from '../../../texts/orders/order-extra-services.ts'
import { Button, ButtonLabel, buttonClass } from '@nerdify/ui/actions/Button.tsx'
import type { Pay } from './use-pay.ts'

/** The payment button: a link if the order exists, so that it works without scripts (ux 37). */
export const PayButton = ({ pay, label }: { pay: Pay; label: string }) =>
  pay.href === undefined ? (
    <Button variant="primary" block="full" busy={pay.busy && extraServicesTexts.opening} onClick={pay.press}>
      {label}
    </Button>
  ) : (
    <a
      className={buttonClass({ variant: 'primary', block: 'full' })}
      href={pay.href}
      aria-busy={pay.busy ? true : undefined}
      aria-disabled={pay.busy ? true : undefined}
      onClick={pay.press}
    >
      <ButtonLabel busy={pay.busy && extraServicesTexts.opening}>{label}</ButtonLabel>
    </a>
  )
