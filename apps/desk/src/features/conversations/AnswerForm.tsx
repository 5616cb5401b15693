import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OperationsConversation } from '@nerdify/contract/conversations.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { maxMessageLength } from '@nerdify/domain/conversations/message-rules.ts'
import { answerFault, openPlaceholder } from '@nerdify/domain/conversations/saved-replies.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { roomText, tooLongText } from '@nerdify/domain/orders/text-length.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Cluster } from '@nerdify/ui/page/Layout.tsx'
import { Segmented } from '@nerdify/ui/choices/Segmented.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { RuledTextArea } from '@nerdify/ui/fields/RuledTextArea.tsx'
import { mayMoveFocus } from '@nerdify/ui/may-move-focus.ts'
import { useDebouncedValue } from '@nerdify/ui/use-debounced-value.ts'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useAnswerUploads } from '../../api/uploads.ts'
import { useAnswer, useAnswerPreview } from '../../api/conversation-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { sendByKey, useKeys } from '../../frame/keys-setting.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import { AnswerFiles } from './AnswerFiles.tsx'
import type { useAnswerDraft } from './answer-draft.ts'
import { SavedReplies } from './SavedReplies.tsx'
import styles from './Thread.module.css'

interface AnswerFormProps {
  /** The address of the conversation. */
  id: string
  conversation: Pick<OperationsConversation, 'client' | 'nerd' | 'reply_values'>
  form: ReturnType<typeof useAnswerForm>
  me: OperatorAnswer
}

/** An answer by support or for the Nerd (TALK-01). Words and files stay until the server has them. */
export function AnswerForm({ id, conversation, form, me }: AnswerFormProps) {
  const { client, nerd } = conversation
  const { draft, change, changeFiles, as, field, answer, fault, send, tried, uploads, type, replies } = form
  const refused = answer.error && failureText(answer.error)
  const isOfText = answer.error?.error_value === 'text'
  const tooLong = tooLongText(draft.text, maxMessageLength)
  return (
    <>
      <form
        className={styles.form}
        aria-label={conversationTexts.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          send()
        }}
      >
        {nerd !== null && (
          <Segmented
            label={conversationTexts.as}
            value={as}
            options={[
              { value: 'support', label: conversationTexts.asSupport },
              { value: 'nerd', label: conversationTexts.asNerd(nerd) },
            ]}
            onChange={(next) => change({ as: next })}
          />
        )}
        <RuledTextArea
          ref={field}
          short
          label={conversationTexts.field(client)}
          hint={conversationTexts.fieldHint}
          value={draft.text}
          readOnly={answer.isPending}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={sendByKey}
          count={roomText(draft.text, maxMessageLength)}
          error={(isOfText && refused) || (tried ? fault : tooLong)}
        />
        {as === 'nerd' && tooLong === undefined && <Preview id={id} text={draft.text} />}
        <AnswerFiles
          files={draft.files}
          uploads={uploads}
          onRemove={(removed) => changeFiles((before) => before.filter((file) => file.id !== removed))}
        />
        <div role="status">{refused && !isOfText && <ErrorText>{refused}</ErrorText>}</div>
        <Cluster>
          <Button variant="primary" type="submit" busy={answer.isPending && conversationTexts.sending}>
            {as === 'nerd' && nerd !== null ? conversationTexts.sendForNerd(nerd) : conversationTexts.send}
          </Button>
          <Button variant="quiet" onClick={replies.open}>
            {conversationTexts.replies.heading}
          </Button>
        </Cluster>
      </form>
      {replies.isOpen && (
        <SavedReplies me={me} values={conversation.reply_values} onChoose={replies.choose} onClose={replies.close} />
      )}
    </>
  )
}

interface AnswerFormInit {
  id: string
  conversation: Pick<OperationsConversation, 'nerd'>
  draft: ReturnType<typeof useAnswerDraft>
  /** The search of the saved replies next to the conversation; null if a dialog shows them. */
  findReply: RefObject<HTMLInputElement | null>
}

/** The author of an answer, the reply that fills it, and its sending. */
export function useAnswerForm({ id, conversation: { nerd }, draft: words, findReply }: AnswerFormInit) {
  const { draft, place, change, changeFiles, begin, clear } = words
  const answer = useAnswer(id)
  const [tried, setTried] = useState(false)
  const uploads = useAnswerUploads({
    place,
    conversation: id,
    onAdded: ({ _id, name, size }) => changeFiles((before) => [...before, { id: _id, name, size }]),
  })
  const field = useRef<HTMLTextAreaElement>(null)
  const as = nerd === null ? 'support' : draft.as
  const fault =
    answerFault(draft.text, maxMessageLength) ?? (uploads.pendingCount > 0 ? conversationTexts.waitForFiles : undefined)

  const send = () => {
    if (answer.isPending) return
    if (fault !== undefined) {
      setTried(true)
      field.current?.focus()
      return
    }
    const { body, key } = begin()
    afterWrite(answer.mutateAsync({ body: { ...body, as }, key }), () => {
      clear(body)
      setTried(false)
      if (mayMoveFocus(field.current?.form)) field.current?.focus()
    })
  }
  const type = (text: string) => {
    if (answer.isError) answer.reset()
    // The shown author stays, even if the order gets another Nerd meanwhile.
    change({ text, as })
  }
  useKeys({
    r: () => field.current?.focus(),
    a: () => nerd !== null && change({ as: as === 'nerd' ? 'support' : 'nerd' }),
  })
  const pick = useReplyPick(field, findReply, (text) =>
    type(isBlank(draft.text) ? text : `${draft.text.trimEnd()}\n\n${text}`),
  )
  const choose = (text: string) => {
    // A reply would join the words that are being sent, and the next answer would repeat them.
    if (!answer.isPending) pick.choose(text)
  }
  const replies = { ...pick, choose }
  return { draft, change, changeFiles, as, field, answer, fault, send, tried, uploads, type, replies }
}

/** The choice of a saved reply; afterwards the field has the focus, with the first open placeholder selected. */
function useReplyPick(
  field: RefObject<HTMLTextAreaElement | null>,
  find: RefObject<HTMLInputElement | null>,
  write: (text: string) => void,
) {
  const [isOpen, setIsOpen] = useState(false)
  const [choices, setChoices] = useState(0)
  const open = () => (find.current === null ? setIsOpen(true) : find.current.focus())
  useKeys({ s: open })
  useEffect(() => {
    const area = field.current
    if (choices === 0 || area === null) return
    area.focus()
    const slot = openPlaceholder(area.value)
    const start = slot === undefined ? area.value.length : area.value.indexOf(slot)
    area.setSelectionRange(start, start + (slot?.length ?? 0))
  }, [choices, field])
  return {
    isOpen,
    open,
    close: () => setIsOpen(false),
    choose(text: string) {
      write(text)
      setIsOpen(false)
      setChoices((count) => count + 1)
    },
  }
}

/** The pause after the last key before the server is asked, in ms. */
const typingPauseMs = 400

/** The client's copy, if the mask hides something (TALK-03). */
function Preview({ id, text }: { id: string; text: string }) {
  const settledText = useDebouncedValue(text, typingPauseMs)
  const { data } = useAnswerPreview(id, settledText, !isBlank(settledText))
  const copy = isBlank(text) ? null : (data?.for_client ?? null)
  return (
    <div role="status">
      {copy !== null && (
        <div className={styles.masked}>
          <b>{conversationTexts.clientReads}</b>
          <p dir="auto">{`“${copy}”`}</p>
          <p>{conversationTexts.whyMasked}</p>
        </div>
      )}
    </div>
  )
}
