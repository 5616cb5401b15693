import { failureText } from '@nerdify/browser/failure-text.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import type { SavedReply } from '@nerdify/contract/saved-replies.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { changedMeanwhile } from '@nerdify/contract/version-words.ts'
import {
  fillReply,
  placeholders,
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
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useReplies, useReplyWrite } from '../../api/conversation-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { usePress } from '../../frame/use-press.ts'
import { EditFoot } from '../../frame/EditFoot.tsx'
import { sendByKey } from '../../frame/keys-setting.ts'
import { ReadState } from '../../frame/ScreenParts.tsx'
import { type EditStart, useEdit } from '../../frame/use-edit.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import styles from './SavedReplies.module.css'

const { replies: texts } = conversationTexts

/** Stands for a reply that is not saved yet. */
const newReply = 'new'

interface SavedRepliesProps {
  me: OperatorAnswer
  values: ReplyValues
  /** Gets the reply with the words of this conversation. */
  onChoose: (text: string) => void
  onClose: () => void
}

/** The saved replies (DESK-04): everybody uses them, leads write them. */
export function SavedReplies({ me, ...list }: SavedRepliesProps) {
  const [edited, setEdited] = useState<SavedReply | typeof newReply>()
  const all = useReplies().data?.results
  const opened = edited === newReply ? undefined : edited
  const reply = all?.find(({ id }) => id === opened?.id) ?? opened
  const isGone = all !== undefined && reply !== undefined && !all.includes(reply)
  const maySave = may(me.role, 'change saved replies')
  return (
    <Dialog
      title={edited === undefined ? texts.heading : edited === newReply ? texts.add : texts.edit}
      onClose={edited === undefined ? list.onClose : () => setEdited(undefined)}
    >
      {edited === undefined ? (
        <ReplyList {...list} {...(maySave && { onEdit: setEdited })} />
      ) : (
        <Stack>
          {isGone && (
            <Banner kind="bad" icon={<AlertIcon />} title={texts.gone}>
              {texts.goneLead}
            </Banner>
          )}
          <ReplyForm reply={reply} isGone={isGone} me={me} onDone={() => setEdited(undefined)} />
        </Stack>
      )}
    </Dialog>
  )
}

interface ReplyListProps extends Pick<SavedRepliesProps, 'values' | 'onChoose'> {
  /** Undefined for somebody who may not change replies. */
  onEdit?: (reply: SavedReply | typeof newReply) => void
}

/** The replies as the client would read them; Enter takes the first one found. */
function ReplyList({ values, onChoose, onEdit }: ReplyListProps) {
  const read = useReplies()
  const [words, setWords] = useState('')
  const find = useRef<HTMLInputElement>(null)
  useEffect(() => find.current?.focus(), [])
  const all = read.data?.results ?? []
  const sought = words.trim().toLowerCase()
  const found = all.filter(({ name, text }) => `${name} ${text}`.toLowerCase().includes(sought))
  const choose = ({ text }: SavedReply) => onChoose(fillReply(text, values))
  return (
    <Stack gap={3}>
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (found[0] !== undefined) choose(found[0])
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
        {found.map((reply) => (
          <li key={reply.id}>
            <button type="button" className={styles.reply} onClick={() => choose(reply)}>
              <b dir="auto">{reply.name}</b>
              <span dir="auto">{fillReply(reply.text, values)}</span>
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

/** A reply's name and text, from the version shown; while others are typed, with the ones in force (DESK-05). */
function ReplyForm({ reply, isGone, me, onDone }: ReplyFormProps) {
  const inForce = reply ? { version: reply.version, cells: { name: reply.name, text: reply.text } } : noReply
  const edit = useEdit(`${me.id ?? me.name}.reply.${reply?.id ?? 'new'}`, inForce)
  const [tried, setTried] = useState(false)
  const save = useReplyWrite(({ version, key }: EditStart) => {
    const body = { name: edit.value('name'), text: edit.value('text') }
    return reply === undefined || isGone ? api.addReply(body, key) : api.changeReply(reply.id, body, version, key)
  })
  const press = usePress()
  const remove = useReplyWrite(({ version, key }: EditStart) => api.removeReply(reply?.id ?? '', version, key))
  const refusal = save.error ?? remove.error
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
            <Button
              size="small"
              variant="danger"
              busy={remove.isPending && texts.removing}
              onClick={() => {
                const { version } = reply
                afterWrite(remove.mutateAsync({ version, key: press.begin(version) }, outcome), finish)
              }}
            >
              {texts.remove}
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={onDone}>
            {texts.back}
          </Button>
        </Cluster>
      </Stack>
    </form>
  )
}
