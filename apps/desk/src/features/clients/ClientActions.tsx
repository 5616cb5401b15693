import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OperationsClient } from '@nerdify/contract/operations.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { may } from '@nerdify/domain/staff/staff-rights.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Cluster, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Dialog } from '@nerdify/ui/surfaces/Dialog.tsx'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { useClientWrite } from '../../api/client-queries.ts'
import { numberOf } from '../../frame/typed-number.ts'
import { clientTexts } from '../../texts/clients.ts'
import styles from './ClientScreen.module.css'

type ActionName = keyof typeof clientTexts.action

const isOfContact = (name: ActionName): name is 'phone' | 'email' => name === 'phone' || name === 'email'
const isOfMoney = (name: ActionName): name is 'credit' | 'debit' => name === 'credit' || name === 'debit'

interface ClientActionsProps {
  client: OperationsClient
  me: OperatorAnswer
}

/** The steps with a client that the role allows; each says what follows before it is done (OPS-11, SAFE-04). */
export function ClientActions({ client, me }: ClientActionsProps) {
  const [open, setOpen] = useState<ActionName>()
  const [done, setDone] = useState<ActionName>()
  const names: ActionName[] = [
    ...(may(me.role, 'correct a phone or an e-mail') ? (['phone', 'email'] as const) : []),
    ...(may(me.role, 'give money back') ? (['credit'] as const) : []),
    ...(may(me.role, 'take money from a balance') ? (['debit'] as const) : []),
    ...(may(me.role, 'change clients') ? (['signOut', client.blocked_at === null ? 'block' : 'unblock'] as const) : []),
  ]
  return (
    <Stack gap={3}>
      <Cluster>
        {names.map((name) => (
          <Button
            key={name}
            variant={name === 'block' ? 'danger' : 'default'}
            onClick={() => {
              setDone(undefined)
              setOpen(name)
            }}
          >
            {clientTexts.action[name]}
          </Button>
        ))}
      </Cluster>
      <div role="status">{done !== undefined && <Text look="small">{clientTexts.done[done]}</Text>}</div>
      {open !== undefined && (
        <ActionDialog
          name={open}
          id={client.id}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined)
            setDone(open)
          }}
        />
      )}
    </Stack>
  )
}

interface ActionDialogProps {
  name: ActionName
  id: string
  onClose: () => void
  onDone: () => void
}

const calls = { block: api.blockClient, unblock: api.unblockClient, signOut: api.signClientOut }
const moneyCalls = { credit: api.creditClient, debit: api.debitClient }

/** A step with its consequences, and for money or an address its fields. */
function ActionDialog({ name, id, onClose, onDone }: ActionDialogProps) {
  const [fields, setFields] = useState({ amount: '', reason: '', contact: '' })
  const [tried, setTried] = useState(false)
  // Another press after a lost answer is the same step, while the fields stay as they are (API-11).
  const [key, setKey] = useState(() => crypto.randomUUID())
  const dollars = numberOf(fields.amount)
  const write = useClientWrite(id, () => {
    if (isOfMoney(name)) return moneyCalls[name](id, { amount: dollars, reason: fields.reason }, key)
    return isOfContact(name) ? api.correctContact(id, { [name]: fields.contact }, key) : calls[name](id, key)
  })
  const faults = {
    amount: isOfMoney(name) && !(dollars > 0) && clientTexts.amountMissing,
    reason: isOfMoney(name) && isBlank(fields.reason) && clientTexts.reasonMissing,
    contact: isOfContact(name) && isBlank(fields.contact) && clientTexts.contactMissing[name],
  }
  const refused = write.error && failureText(write.error)
  const refusedField = write.error?.error_value
  /** A field's props; `wire` is its name in a refusal. */
  const field = (part: keyof typeof fields, wire: string) => ({
    value: fields[part],
    onChange({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) {
      setFields({ ...fields, [part]: value })
      setKey(crypto.randomUUID())
      if (write.isError) write.reset()
    },
    error: refusedField === wire ? refused : tried && faults[part],
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (write.isPending || Object.values(faults).some(Boolean)) return
    write.mutate(undefined, { onSuccess: onDone })
  }
  return (
    <Dialog title={clientTexts.action[name]} onClose={onClose}>
      <form noValidate onSubmit={send}>
        <Stack>
          <ul className={styles.means}>
            {clientTexts.means[name].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {isOfContact(name) && <TextField label={clientTexts.newContact[name]} {...field('contact', name)} />}
          {isOfMoney(name) && (
            <Stack>
              <TextField label={clientTexts.amount} inputMode="decimal" {...field('amount', 'amount')} />
              <TextField label={clientTexts.reason} {...field('reason', 'reason')} />
            </Stack>
          )}
          <div role="status">
            {refused && !['amount', 'reason', name].includes(String(refusedField)) && <ErrorText>{refused}</ErrorText>}
          </div>
          <Cluster>
            <Button
              variant={name === 'block' ? 'danger' : 'primary'}
              type="submit"
              busy={write.isPending && clientTexts.saving}
            >
              {clientTexts.action[name]}
            </Button>
            <Button variant="quiet" onClick={onClose}>
              {clientTexts.cancel}
            </Button>
          </Cluster>
        </Stack>
      </form>
    </Dialog>
  )
}
