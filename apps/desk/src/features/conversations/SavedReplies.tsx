import { failureText } from '@nerdify/browser/failure-text.ts'
import type { SavedReply } from '@nerdify/contract/saved-replies.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import {
  fillReply,
  placeholders,
  type ReplyValues,
  savedReplyFault,
} from '@nerdify/domain/conversations/saved-replies.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { may } from '@nerdify/domain/staff/staff-rights.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { RuledTextArea } from '@nerdify/ui/fields/RuledTextArea.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Cluster, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Dialog } from '@nerdify/ui/surfaces/Dialog.tsx'
import { FailureBanner } from '@nerdify/ui/surfaces/FailureBanner.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useReplies, useReplyWrite } from '../../api/conversation-queries.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import styles from './SavedReplies.module.css'

const { replies: texts } = conversationTexts

interface SavedRepliesProps {
  me: OperatorAnswer
  values: ReplyValues
  /** Gets the reply with the words of this conversation. */
  onChoose: (text: string) => void
  onClose: () => void
}

/** The saved replies (DESK-04): everybody uses them, leads write them. */
export function SavedReplies({ me, ...list }: SavedRepliesProps) {
  const [edited, setEdited] = useState<SavedReply | 'new'>()
  const maySave = may(me.role, 'change saved replies')
  return (
    <Dialog
      title={edited === undefined ? texts.heading : edited === 'new' ? texts.add : texts.edit}
      onClose={edited === undefined ? list.onClose : () => setEdited(undefined)}
    >
      {edited === undefined ? (
        <ReplyList {...list} {...(maySave && { onEdit: setEdited })} />
      ) : (
        <ReplyForm reply={edited === 'new' ? undefined : edited} onDone={() => setEdited(undefined)} />
      )}
    </Dialog>
  )
}

interface ReplyListProps extends Pick<SavedRepliesProps, 'values' | 'onChoose'> {
  /** Undefined for somebody who may not change replies. */
  onEdit?: (reply: SavedReply | 'new') => void
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
      {read.error && (
        <FailureBanner
          title={texts.failed}
          busy={read.isFetching && conversationTexts.trying}
          onRetry={() => void read.refetch()}
        >
          {failureText(read.error)}
        </FailureBanner>
      )}
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
          <Button size="small" onClick={() => onEdit('new')}>
            {texts.add}
          </Button>
        </Cluster>
      )}
    </Stack>
  )
}

interface ReplyFormProps {
  /** The reply as it was when the form opened; undefined for a new one. */
  reply: SavedReply | undefined
  onDone: () => void
}

/** A reply's name and text; another person's change in between is told, and the typed words stay. */
function ReplyForm({ reply, onDone }: ReplyFormProps) {
  const [typed, setTyped] = useState({ name: reply?.name ?? '', text: reply?.text ?? '' })
  const [version, setVersion] = useState(reply?.version ?? 1)
  const [tried, setTried] = useState(false)
  // Another press after a lost answer is the same write, while the words stay (API-11).
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { newest, save, remove } = useReplyForm(reply, { typed, version, key })
  const refusal = save.error ?? remove.error
  const refused = refusal && failureText(refusal)
  const isChanged = refusal?.error_type === 'changed' && newest !== undefined && newest.version !== version
  const type = (change: Partial<typeof typed>) => {
    setTyped({ ...typed, ...change })
    setKey(crypto.randomUUID())
    if (save.isError) save.reset()
  }
  const faults = { name: isBlank(typed.name) ? texts.nameMissing : undefined, text: savedReplyFault(typed.text) }
  const errorOf = (field: 'name' | 'text') => (refusal?.error_value === field && refused) || (tried && faults[field])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (save.isPending || faults.name !== undefined || faults.text !== undefined) return
    save.mutate(undefined, { onSuccess: onDone })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <TextField
          label={texts.name}
          value={typed.name}
          onChange={({ currentTarget }) => type({ name: currentTarget.value })}
          error={errorOf('name')}
        />
        <RuledTextArea
          label={texts.text}
          hint={texts.placeholders(placeholders.map((name) => `{${name}}`).join(' '))}
          value={typed.text}
          onChange={({ currentTarget }) => type({ text: currentTarget.value })}
          error={errorOf('text')}
        />
        <div role="status">
          {refused && !['name', 'text'].includes(String(refusal.error_value)) && <ErrorText>{refused}</ErrorText>}
        </div>
        {isChanged && (
          <Stack gap={2}>
            <blockquote className={styles.theirs} dir="auto">
              {newest.text}
            </blockquote>
            <Button
              size="small"
              onClick={() => {
                setVersion(newest.version)
                setKey(crypto.randomUUID())
                save.reset()
                remove.reset()
              }}
            >
              {texts.keepMine}
            </Button>
          </Stack>
        )}
        <Cluster>
          <Button variant="primary" type="submit" busy={save.isPending && conversationTexts.saving}>
            {texts.save}
          </Button>
          {reply !== undefined && (
            <Button
              variant="danger"
              busy={remove.isPending && texts.removing}
              onClick={() => remove.mutate(undefined, { onSuccess: onDone })}
            >
              {texts.remove}
            </Button>
          )}
          <Button variant="quiet" onClick={onDone}>
            {texts.back}
          </Button>
        </Cluster>
      </Stack>
    </form>
  )
}

/** The writes of a reply's form, and the reply as it is now. */
function useReplyForm(
  reply: SavedReply | undefined,
  { typed, version, key }: { typed: { name: string; text: string }; version: number; key: string },
) {
  const save = useReplyWrite(() =>
    reply === undefined ? api.addReply(typed, key) : api.changeReply(reply.id, { ...typed, version }, key),
  )
  const remove = useReplyWrite(() => api.removeReply(reply?.id ?? '', version, `${key}-remove`))
  const newest = useReplies().data?.results.find(({ id }) => id === reply?.id)
  return { newest, save, remove }
}
