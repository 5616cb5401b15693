import { failureText } from '@nerdify/browser/failure-text.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { noteFault, noteRoomText } from '@nerdify/domain/orders/note.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { RuledTextArea } from '@nerdify/ui/fields/RuledTextArea.tsx'
import { mayMoveFocus } from '@nerdify/ui/may-move-focus.ts'
import { Cluster } from '@nerdify/ui/page/Layout.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useAddNote } from '../../api/conversation-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { sendByKey, useKeys } from '../../frame/keys-setting.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import { useAnswerDraft } from './answer-draft.ts'
import styles from './Thread.module.css'

interface NoteFormProps {
  /** The address of the conversation. */
  id: string
  conversation: string
  /** The name of the person at the desk. */
  me: string
}

/** A note for staff only, on another paper than answers and behind its own button (TALK-09). */
export function NoteForm({ id, conversation, me }: NoteFormProps) {
  const { draft, change, begin, clear } = useAnswerDraft(me, `${conversation}.note`)
  const [isOpen, setIsOpen] = useState(draft.text !== '')
  const [tried, setTried] = useState(false)
  const note = useAddNote(id)
  const field = useRef<HTMLTextAreaElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const takesFocus = useRef(false)
  const show = (next: boolean) => {
    takesFocus.current = true
    setIsOpen(next)
  }
  useEffect(() => {
    // The press removed the focused element.
    if (takesFocus.current) (isOpen ? field : opener).current?.focus()
  }, [isOpen])
  useKeys({ o: () => (isOpen ? field.current?.focus() : show(true)) })

  if (!isOpen) {
    return (
      <div className={styles.addNote}>
        <Button ref={opener} size="small" variant="quiet" onClick={() => show(true)}>
          {conversationTexts.addNote}
        </Button>
      </div>
    )
  }
  const fault = isBlank(draft.text) ? conversationTexts.noteMissing : noteFault(draft.text)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (note.isPending) return
    if (fault !== undefined) {
      setTried(true)
      field.current?.focus()
      return
    }
    const { body, key } = begin()
    afterWrite(note.mutateAsync({ text: body.text, key }), () => {
      clear(body)
      setTried(false)
      takesFocus.current = mayMoveFocus(field.current?.form)
      setIsOpen(false)
    })
  }
  return (
    <form className={styles.noteForm} aria-label={conversationTexts.noteForm} noValidate onSubmit={save}>
      <RuledTextArea
        ref={field}
        short
        label={conversationTexts.noteField}
        value={draft.text}
        readOnly={note.isPending}
        onKeyDown={sendByKey}
        onChange={({ currentTarget }) => {
          if (note.isError) note.reset()
          change({ text: currentTarget.value })
        }}
        count={noteRoomText(draft.text)}
        error={note.error ? failureText(note.error) : tried && fault}
      />
      <Cluster>
        <Button type="submit" busy={note.isPending && conversationTexts.saving}>
          {conversationTexts.saveNote}
        </Button>
        <Button variant="quiet" onClick={() => show(false)}>
          {conversationTexts.closeNote}
        </Button>
      </Cluster>
    </form>
  )
}
