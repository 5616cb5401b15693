import { failureText } from '@nerdify/browser/failure-text.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { noteFault } from '@nerdify/domain/orders/note.ts'
import { moneyLimitCents, staffRoles } from '@nerdify/domain/staff/staff-rights.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { linkClass } from '@nerdify/ui/actions/TextLink.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { SelectField } from '@nerdify/ui/fields/SelectField.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { useState } from 'react'
import { useHandOver } from '../../api/order-queries.ts'
import { useStaff } from '../../api/staff-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { usePress } from '../../frame/use-press.ts'
import { orderTexts } from '../../texts/order.ts'

const { handOver: texts } = orderTexts

/** Whether a refund was refused because it is above the role's limit. */
export const isOverLimit = (error: CallError | null): boolean => error?.error_type === 'over_role_limit'

interface HandToLeadProps {
  order: OperationsOrderWithHistory
  /** The order's id or number, as the address has it. */
  address: string
  /** The request to the lead, in this person's words. */
  wish: string
  /** Called with the name of the lead who has the order now. */
  onDone: (lead: string) => void
}

/** All people without a limit who have signed in, leads before owners (OPS-15). */
function useLeads() {
  const staff = useStaff()
  const leads = staff.data?.results
    .filter(({ role, joined_at }) => joined_at !== null && moneyLimitCents(role, 0) === undefined)
    .toSorted((one, other) => staffRoles.indexOf(other.role) - staffRoles.indexOf(one.role))
  return { leads, error: staff.error }
}

/** Hands an order to a lead, with a note: the amount is above this person's limit (DESK-02). */
export function HandToLead({ order, address, wish, onDone }: HandToLeadProps) {
  const { leads, error } = useLeads()
  const [chosen, setChosen] = useState<string>()
  const [tried, setTried] = useState(false)
  const hand = useHandOver(order, address)
  const [press, note] = [usePress(), usePress()]
  const lead = leads?.find(({ name }) => name === chosen) ?? leads?.[0]
  const failure = hand.error ?? error
  if (lead === undefined)
    return <div role="status">{failure ? <ErrorText>{failureText(failure)}</ErrorText> : leads && texts.none}</div>
  const { name, email } = lead
  const text = texts.note(name, wish)
  const fault = noteFault(text)
  const send = () => {
    setTried(true)
    // Checked before the order is given over: its note comes second.
    if (hand.isPending || fault !== undefined) return
    const keys = { key: press.begin(name), noteKey: note.begin(text) }
    afterWrite(hand.mutateAsync({ staff: name, note: text, ...keys }), () => onDone(name))
  }
  return (
    <Stack gap={2}>
      <SelectField
        label={texts.lead}
        value={name}
        options={(leads ?? []).map((each) => ({ value: each.name, label: each.name }))}
        onChange={setChosen}
      />
      <div>
        <Button size="small" busy={hand.isPending && orderTexts.saving} onClick={send}>
          {texts.send}
        </Button>
      </div>
      <div role="status">
        {tried && fault && <ErrorText>{fault}</ErrorText>}
        {failure && <ErrorText>{failureText(failure)}</ErrorText>}
        {hand.error?.error_type === 'nothing_waits' && (
          <Text look="small">
            <a className={linkClass()} href={`mailto:${email}`}>
              {texts.write(name, email)}
            </a>
          </Text>
        )}
      </div>
    </Stack>
  )
}
