import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OperationsClientWithLists } from '@nerdify/contract/finding.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { isOver } from '@nerdify/domain/plans/subscription-status.ts'
import { may } from '@nerdify/domain/staff/staff-rights.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { RuledTextArea } from '@nerdify/ui/fields/RuledTextArea.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Cluster, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { type ChangeEvent, useState } from 'react'
import { api, serverNow } from '../../api/client.ts'
import { useClientWrite } from '../../api/client-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { ChangedMeanwhile } from '../../frame/ChangedMeanwhile.tsx'
import { sendByKey } from '../../frame/keys-setting.ts'
import { numberOf } from '../../frame/typed-number.ts'
import { useEdit } from '../../frame/use-edit.ts'
import { Consequences, FormDialog } from '../../frame/FormDialog.tsx'
import { clientTexts } from '../../texts/clients.ts'
import { changesSince, entryText, newestEntry } from './client-changes.ts'

type ActionName = keyof typeof clientTexts.action

const isOfContact = (name: ActionName): name is 'phone' | 'email' => name === 'phone' || name === 'email'
const isDangerous = (name: ActionName) => name === 'block' || name === 'refuse'
const isOfMoney = (name: ActionName): name is 'credit' | 'debit' => name === 'credit' || name === 'debit'

export interface ClientActionsProps {
  client: OperationsClientWithLists
  me: OperatorAnswer
}

/** The actions on a client that the role allows. */
export function ClientActions({ client, me }: ClientActionsProps) {
  const [done, setDone] = useState<keyof typeof clientTexts.done>()
  const names = [
    ...(may(me.role, 'correct a phone or an e-mail') ? (['phone', 'email'] as const) : []),
    ...(may(me.role, 'give money back') ? (['credit'] as const) : []),
    ...(may(me.role, 'take money from a balance') ? (['debit'] as const) : []),
    ...(may(me.role, 'change clients') ? (['signOut', client.blocked_at === null ? 'block' : 'unblock'] as const) : []),
  ]
  return (
    <Stack gap={3}>
      <Actions names={names} client={client} me={me} onOpen={() => setDone(undefined)} onDone={setDone} />
      <div role="status">{done !== undefined && <Text look="small">{clientTexts.done[done]}</Text>}</div>
    </Stack>
  )
}

interface ActionsProps<Name extends ActionName> extends ClientActionsProps {
  names: readonly Name[]
  onOpen: () => void
  onDone: (name: Name) => void
}

/** A button for each action; the dialog shows the consequences before it (OPS-11, SAFE-04). */
export function Actions<Name extends ActionName>({ names, client, me, onOpen, onDone }: ActionsProps<Name>) {
  const [open, setOpen] = useState<Name>()
  return (
    <>
      <Cluster>
        {names.map((name) => (
          <Button
            key={name}
            variant={isDangerous(name) ? 'danger' : 'default'}
            onClick={() => {
              onOpen()
              setOpen(name)
            }}
          >
            {clientTexts.action[name]}
          </Button>
        ))}
      </Cluster>
      {open !== undefined && (
        <ActionDialog
          name={open}
          client={client}
          me={me}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined)
            onDone(open)
          }}
        />
      )}
    </>
  )
}

interface ActionDialogProps extends ClientActionsProps {
  name: ActionName
  onClose: () => void
  onDone: () => void
}

const calls = {
  block: api.blockClient,
  unblock: api.unblockClient,
  signOut: api.signClientOut,
}
const moneyCalls = { credit: api.creditClient, debit: api.debitClient }

/**
 * An action with its consequences, and the fields of an action about money or an address. Typed words outlive an ended
 * session (DESK-03).
 */
function ActionDialog({ name, client, me, onClose, onDone }: ActionDialogProps) {
  const { id, log } = client
  // A bonus that comes while the dialog is open is not decided.
  const [until] = useState(client.held_bonuses.at(-1)?.since ?? '')
  const newest = newestEntry(log.results)
  const edit = useEdit(`${me.id ?? me.name}.client.${name}.${id}`, { version: newest, cells: {} })
  const [seenEntry, setSeenEntry] = useState(edit.version)
  const [tried, setTried] = useState(false)
  const fields = { amount: edit.value('amount'), reason: edit.value('reason'), contact: edit.value('contact') }
  const dollars = numberOf(fields.amount)
  const write = useClientWrite(id, (key: string): Promise<unknown> => {
    if (name === 'refuse') return api.refuseBonuses(id, { reason: fields.reason }, until, key)
    if (name === 'release') return api.releaseBonuses(id, until, key)
    if (isOfMoney(name)) return moneyCalls[name](id, { amount: dollars, reason: fields.reason }, key)
    return isOfContact(name) ? api.correctContact(id, { [name]: fields.contact }, key) : calls[name](id, key)
  })
  const faults = {
    amount: isOfMoney(name) && !(dollars > 0) && clientTexts.amountMissing,
    reason: (isOfMoney(name) || name === 'refuse') && isBlank(fields.reason) && clientTexts.reasonMissing,
    contact: isOfContact(name) && isBlank(fields.contact) && clientTexts.contactMissing[name],
  }
  const means = clientTexts.means[name]
  const renews = client.plans.some((plan) => !isOver(plan.status) && !plan.cancel_at_period_end)
  const refused = write.error && failureText(write.error)
  const refusedField = write.error?.error_value
  const field: FieldProps = (part, wire) => ({
    value: fields[part],
    onChange({ currentTarget: { value } }) {
      edit.type(part, value)
      if (write.isError) write.reset()
    },
    error: refusedField === wire ? refused : tried && faults[part],
  })
  const onSend = () => {
    setTried(true)
    if (write.isPending || Object.values(faults).some(Boolean)) return
    afterWrite(write.mutateAsync(edit.begin().key), () => {
      edit.clear()
      onDone()
    })
  }
  return (
    <FormDialog
      title={clientTexts.action[name]}
      send={clientTexts.action[name]}
      isDangerous={isDangerous(name)}
      busy={write.isPending && clientTexts.saving}
      error={!['amount', 'reason', name].includes(String(refusedField)) && refused}
      onSend={onSend}
      onClose={onClose}
    >
      <Changes
        changes={changesSince(log.results, seenEntry, me.name)}
        zone={me.company_zone}
        onSeen={() => {
          edit.rebase()
          setSeenEntry(newest)
        }}
      />
      <Consequences lines={name === 'block' && renews ? [...means, clientTexts.planGoesOn] : means} />
      <ActionFields name={name} client={client} field={field} />
    </FormDialog>
  )
}

/** A field's props; `wire` is its name in a refusal. */
type FieldProps = (
  part: 'amount' | 'reason' | 'contact',
  wire: string,
) => {
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
  error: string | false | null | undefined
}

interface ActionFieldsProps {
  name: ActionName
  client: OperationsClientWithLists
  field: FieldProps
}

/** The fields of an action, next to the current values. */
function ActionFields({ name, client, field }: ActionFieldsProps) {
  if (isOfContact(name)) {
    return (
      <TextField
        label={clientTexts.newContact[name]}
        hint={clientTexts.inForce(
          (name === 'phone' ? client.phone && formatPhone(client.phone) : client.email?.email) ?? clientTexts.none,
        )}
        {...field('contact', name)}
      />
    )
  }
  if (name === 'refuse')
    return <RuledTextArea short label={clientTexts.reason} onKeyDown={sendByKey} {...field('reason', 'reason')} />
  if (!isOfMoney(name)) return null
  return (
    <Stack>
      <TextField
        label={clientTexts.amount}
        inputMode="decimal"
        hint={clientTexts.inForce(formatMoney(centsFromDollars(client.available_balance)))}
        {...field('amount', 'amount')}
      />
      <TextField label={clientTexts.reason} {...field('reason', 'reason')} />
    </Stack>
  )
}

interface ChangesProps {
  changes: ReturnType<typeof changesSince>
  /** The company's time zone (IANA). */
  zone: string
  onSeen: () => void
}

/** Colleagues' changes of the account since this person began. */
function Changes({ changes, zone, onSeen }: ChangesProps) {
  const last = changes.at(-1)
  if (last === undefined) return null
  return (
    <ChangedMeanwhile
      title={clientTexts.meanwhile(last.person, dateWords(zone).time(Date.parse(last.at), serverNow()))}
      changes={changes.map(entryText)}
      onSeen={onSeen}
    />
  )
}
