import { failureText } from '@nerdify/browser/failure-text.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import type { SavedReply } from '@nerdify/contract/saved-replies.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { changedMeanwhile } from '@nerdify/contract/version-words.ts'
import {
  fillReply,
  placeholders,
  replyParts,
  type ReplyValues,
  savedReplyFault,
} from '@nerdify/domain/conversations/saved-replies.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { may } from '@nerdify/domain/staff/staff-rights.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { AlertIcon } from '@nerdify/ui/actions/Icons.tsx'
import { RuledTextArea } from '@nerdify/ui/fields/RuledTextArea.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Cluster, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { Dialog } from '@nerdify/ui/surfaces/Dialog.tsx'
import { type ChangeEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useReplies, useReplyWrite } from '../../api/conversation-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { usePress } from '../../frame/use-press.ts'
import { EditFoot } from '../../frame/EditFoot.tsx'
import { Consequences, FormDialog } from '../../frame/FormDialog.tsx'
import { sendByKey, useKeys } from '../../frame/keys-setting.ts'
import { ReadState } from '../../frame/ScreenParts.tsx'
import { type EditStart, useEdit } from '../../frame/use-edit.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import styles from './SavedReplies.module.css'

const { replies: texts } = conversationTexts

/** The key of an unsaved reply. */
const newReply = 'new'
type EditedReply = SavedReply | typeof newReply

interface SavedRepliesProps {
  me: OperatorAnswer
  values: ReplyValues
  /** Called with the reply in this conversation's words. */
  onChoose: (text: string) => void
}

/** The saved replies in a dialog (DESK-04): everybody uses them, leads write them. */
export function SavedReplies({ me, onClose, ...list }: SavedRepliesProps & { onClose: () => void }) {
  const [edited, setEdited] = useState<EditedReply>()
  const find = useRef<HTMLInputElement>(null)
  useEffect(() => find.current?.focus(), [edited])
  return edited === undefined ? (
    <Dialog title={texts.heading} onClose={onClose}>
      <ReplyList {...list} find={find} {...(maySave(me) && { onEdit: setEdited })} />
    </Dialog>
  ) : (
    <ReplyDialog edited={edited} me={me} onClose={() => setEdited(undefined)} />
  )
}

interface RepliesBesideProps extends SavedRepliesProps {
  find: RefObject<HTMLInputElement | null>
}

/** The saved replies next to a conversation; digits choose the first ones. */
export function RepliesBeside({ me, ...list }: RepliesBesideProps) {
  const [edited, setEdited] = useState<EditedReply>()
  return (
    <>
      <ReplyList {...list} hasDigits {...(maySave(me) && { onEdit: setEdited })} />
      {edited !== undefined && <ReplyDialog edited={edited} me={me} onClose={() => setEdited(undefined)} />}
    </>
  )
}

const maySave = ({ role }: OperatorAnswer) => may(role, 'change saved replies')

/** The form of one reply, with a notice if a colleague has removed it. */
function ReplyDialog({ edited, me, onClose }: { edited: EditedReply; me: OperatorAnswer; onClose: () => void }) {
  const all = useReplies().data?.results
  const opened = edited === newReply ? undefined : edited
  const reply = all?.find(({ id }) => id === opened?.id) ?? opened
  const isGone = all !== undefined && reply !== undefined && !all.includes(reply)
  return (
    <Dialog title={edited === newReply ? texts.add : texts.edit} onClose={onClose}>
      <Stack>
        {isGone && (
          <Banner kind="bad" icon={<AlertIcon />} title={texts.gone}>
            {texts.goneLead}
          </Banner>
        )}
        <ReplyForm reply={reply} isGone={isGone} me={me} onDone={onClose} />
      </Stack>
    </Dialog>
  )
}

/** The digits that choose a reply. */
const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

interface ReplyListProps extends Omit<RepliesBesideProps, 'me'> {
  /** Undefined for a person who may not change replies. */
  onEdit?: (reply: EditedReply) => void
  /** Whether the first replies have a key each. */
  hasDigits?: boolean
}

/** The replies as the client would read them; Enter takes the first one found. */
function ReplyList({ values, onChoose, find, onEdit, hasDigits = false }: ReplyListProps) {
  const read = useReplies()
  const [words, setWords] = useState('')
  const all = read.data?.results ?? []
  const sought = words.trim().toLowerCase()
  const found = all.filter(({ name, text }) => `${name} ${text}`.toLowerCase().includes(sought))
  const choose = (reply: SavedReply | undefined) => {
    if (reply !== undefined) onChoose(fillReply(reply.text, values))
  }
  const keyOf = (nth: number) => (hasDigits ? digits[nth] : undefined)
  useKeys(hasDigits ? Object.fromEntries(digits.map((digit, nth) => [digit, () => choose(found[nth])])) : {})
  return (
    <Stack gap={3}>
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          choose(found[0])
        }}
      >
        <TextField
          ref={find}
          type="search"
          label={texts.find}
          hideLabel
          placeholder={texts.find}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </form>
      <ReadState query={read} texts={texts.read} lines={3} />
      <div role="status">
        {read.data && found.length === 0 && <Text look="small">{all.length === 0 ? texts.none : texts.noneFound}</Text>}
      </div>
      <ul className={styles.list} aria-label={texts.heading}>
        {found.map((reply, nth) => (
          <li key={reply.id}>
            <button type="button" className={styles.reply} onClick={() => choose(reply)}>
              <b>
                <span dir="auto">{reply.name}</span>
                {keyOf(nth) && <kbd aria-hidden="true">{keyOf(nth)}</kbd>}
              </b>
              <Filled text={reply.text} values={values} />
            </button>
            {onEdit && (
              <Button size="small" variant="quiet" aria-label={texts.editOf(reply.name)} onClick={() => onEdit(reply)}>
                {texts.editShort}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {onEdit && read.data && (
        <Cluster>
          <Button size="small" onClick={() => onEdit(newReply)}>
            {texts.add}
          </Button>
        </Cluster>
      )}
    </Stack>
  )
}

/** The words of a reply; the dotted ones come from the conversation. */
const Filled = ({ text, values }: { text: string; values: ReplyValues }) => (
  <span className={styles.words} dir="auto">
    {replyParts(text, values).map((part, nth) => (part.isFilled ? <em key={nth}>{part.text}</em> : part.text))}
  </span>
)

interface ReplyFormProps {
  /** The newest reply; undefined for a new one. */
  reply: SavedReply | undefined
  /** A colleague removed the reply. */
  isGone: boolean
  me: OperatorAnswer
  onDone: () => void
}

const noReply = { version: '', cells: { name: '', text: '' } }
const faultsOf = (name: string, text: string) => ({
  name: isBlank(name) ? texts.nameMissing : undefined,
  text: savedReplyFault(text),
})

/** A reply's name and text, based on the shown version; next to typed words, the current ones (DESK-05). */
function ReplyForm({ reply, isGone, me, onDone }: ReplyFormProps) {
  const stored = reply ? { version: reply.version, cells: { name: reply.name, text: reply.text } } : noReply
  const edit = useEdit(`${me.id ?? me.name}.reply.${reply?.id ?? 'new'}`, stored)
  const [tried, setTried] = useState(false)
  const save = useReplyWrite(({ version, key }: EditStart) => {
    const body = { name: edit.value('name'), text: edit.value('text') }
    return reply === undefined || isGone ? api.addReply(body, key) : api.changeReply(reply.id, body, version, key)
  })
  const [asks, setAsks] = useState(false)
  const refusal = save.error
  const refused = refusal && failureText(refusal)
  const faults = faultsOf(edit.value('name'), edit.value('text'))
  const field = (name: 'name' | 'text') => {
    const before = reply && edit.before(name)
    return {
      value: edit.value(name),
      onChange({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
        edit.type(name, value)
        if (save.isError) save.reset()
      },
      error: (refusal?.error_value === name && refused) || (tried && faults[name]),
      ...(before !== undefined && { hint: texts.inForce(before) }),
    }
  }
  const finish = () => {
    edit.clear()
    onDone()
  }
  const outcome = { onError: (error: CallError) => error.error_type === changedMeanwhile && edit.rebase() }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (save.isPending || (!edit.hasTyped && !isGone) || faults.name !== undefined || faults.text !== undefined) return
    afterWrite(save.mutateAsync(edit.begin(), outcome), finish)
  }
  return (
    <>
      <form noValidate onSubmit={submit}>
        <Stack>
          <TextField label={texts.name} {...field('name')} />
          <RuledTextArea
            label={texts.text}
            hint={texts.placeholders(placeholders.map((name) => `{${name}}`).join(' '))}
            {...field('text')}
            onKeyDown={sendByKey}
          />
          <EditFoot
            hasTyped={edit.hasTyped}
            save={save}
            refused={!isGone && refusal !== null && !['name', 'text'].includes(String(refusal.error_value)) && refused}
            action={isGone ? texts.saveNew : texts.save}
            isNew={reply === undefined || isGone}
            onUndo={() => {
              edit.clear()
              save.reset()
              setTried(false)
            }}
          />
          <Cluster>
            {reply !== undefined && !isGone && (
              <Button size="small" variant="danger" onClick={() => setAsks(true)}>
                {texts.remove}
              </Button>
            )}
            <Button size="small" variant="quiet" onClick={onDone}>
              {texts.back}
            </Button>
          </Cluster>
        </Stack>
      </form>
      {asks && reply !== undefined && (
        <RemoveReply reply={reply} onRefused={outcome.onError} onClose={() => setAsks(false)} onDone={finish} />
      )}
    </>
  )
}

interface RemoveReplyProps {
  reply: SavedReply
  onRefused: (error: CallError) => void
  onClose: () => void
  onDone: () => void
}

/** Asks before a reply leaves everybody's list. */
function RemoveReply({ reply, onRefused, onClose, onDone }: RemoveReplyProps) {
  const press = usePress()
  const remove = useReplyWrite(({ version, key }: EditStart) => api.removeReply(reply.id, version, key))
  const send = () => {
    const { version } = reply
    if (remove.isPending) return
    afterWrite(remove.mutateAsync({ version, key: press.begin(version) }, { onError: onRefused }), onDone)
  }
  return (
    <FormDialog
      title={texts.removeTitle}
      send={texts.remove}
      isDangerous
      busy={remove.isPending && texts.removing}
      error={remove.error && failureText(remove.error)}
      onSend={send}
      onClose={onClose}
    >
      <p dir="auto">{reply.name}</p>
      <Consequences lines={texts.removeMeans} />
    </FormDialog>
  )
}
