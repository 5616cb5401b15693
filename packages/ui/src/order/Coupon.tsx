import { type ReactNode, useEffect, useRef } from 'react'
import { Button, CloseButton } from '../actions/Button.tsx'
import styles from './Coupon.module.css'
import { TicketCheckIcon, TicketPercentIcon } from '../actions/Icons.tsx'
import { applyText, closeCouponText, couponCodeText, couponText, haveCouponText, removeText } from '../part-texts.ts'
import { TextField } from '../fields/TextField.tsx'
import { VisuallyHidden } from '../page/VisuallyHidden.tsx'

export type CouponState =
  | { kind: 'closed' }
  /** `busy` is the button's verb during the check. */
  | { kind: 'open'; code: string; error?: ReactNode; busy?: string | undefined }
  /** `saving` is the discount as a text, e.g. `$20.00 off this order`. */
  | { kind: 'applied'; code: string; saving: string; busy?: string | undefined }

interface CouponProps {
  state: CouponState
  onOpen: () => void
  onCodeChange: (code: string) => void
  onApply: () => void
  onRemove: () => void
  /** Closes the field, even if it has a typed code (DISC-03). */
  onClose: () => void
}

/**
 * The coupon of an order: a button, a field, or an applied code (ux 26). It is part of the order's form, so it has no
 * form of its own.
 */
export function Coupon(props: CouponProps) {
  const block = useRef<HTMLDivElement>(null)
  const shownKind = useRef(props.state.kind)
  const { state } = props
  const { kind } = state
  const isRefused = state.kind === 'open' && state.error !== undefined
  // The clicked button disappears with its state, and the focus would jump to the top of the page.
  useEffect(() => {
    if (shownKind.current === kind) return
    shownKind.current = kind
    if (document.activeElement !== document.body) return
    const next = kind === 'applied' ? block.current : block.current?.querySelector('button')
    next?.focus({ preventScroll: true })
  }, [kind])

  // A refusal focuses the input, which scrolls it into view wherever the click was.
  useEffect(() => {
    if (isRefused) block.current?.querySelector('input')?.focus()
  }, [isRefused])

  return (
    <div ref={block} role="group" aria-label={couponText} tabIndex={-1}>
      <CouponContent {...props} />
    </div>
  )
}

function CouponContent({ state, onOpen, onCodeChange, onApply, onRemove, onClose }: CouponProps) {
  switch (state.kind) {
    case 'closed':
      return (
        <div className={styles.closed}>
          <Button variant="quiet" onClick={onOpen}>
            <TicketPercentIcon />
            {haveCouponText}
          </Button>
        </div>
      )
    case 'open':
      return (
        <TextField
          label={couponCodeText}
          error={state.error}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          autoFocus
          value={state.code}
          readOnly={state.busy !== undefined}
          onChange={(event) => onCodeChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') return onClose()
            if (event.key !== 'Enter') return
            // Enter applies the coupon; it does not submit the order.
            event.preventDefault()
            onApply()
          }}
          action={
            <>
              <Button busy={state.busy} onClick={onApply}>
                {applyText}
              </Button>
              <CloseButton label={closeCouponText} onClick={onClose} />
            </>
          }
        />
      )
    case 'applied':
      return (
        <div className={styles.applied}>
          <TicketCheckIcon />
          <p>
            <VisuallyHidden>{couponText} </VisuallyHidden>
            <b className={styles.code}>{state.code}</b>
            <small className={styles.saving}>{state.saving}</small>
          </p>
          <Button variant="quiet" size="small" busy={state.busy} onClick={onRemove}>
            {removeText}
          </Button>
        </div>
      )
  }
}
