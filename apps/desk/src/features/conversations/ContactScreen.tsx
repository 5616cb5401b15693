import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OperationsContact } from '@nerdify/contract/conversations.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { maxTextAnswerLength } from '@nerdify/domain/conversations/message-rules.ts'
import { answerFault } from '@nerdify/domain/conversations/saved-replies.ts'
import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { AlertIcon } from '@nerdify/ui/actions/Icons.tsx'
import { BackLabel, linkClass } from '@nerdify/ui/actions/TextLink.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { RuledTextArea } from '@nerdify/ui/fields/RuledTextArea.tsx'
import { Cluster } from '@nerdify/ui/page/Layout.tsx'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { useClock } from '@nerdify/ui/use-clock.ts'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { serverNow } from '../../api/client.ts'
import { useAnswerContact, useContact, useNoContactAnswerNeeded } from '../../api/conversation-queries.ts'
import { contactPage, useShownPage } from '../../api/open-pages.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { usePress } from '../../frame/use-press.ts'
import { sendByKey, useKeys } from '../../frame/keys-setting.ts'
import { OpenBy } from '../../frame/OpenBy.tsx'
import { KeysButton, ReadState } from '../../frame/ScreenParts.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import { useWayBack } from '../queue/use-way-back.ts'
import { useAnswerDraft } from './answer-draft.ts'
import styles from './Thread.module.css'

const { contact: texts, keys: keyNames } = conversationTexts
const keyList = [
  ['r', keyNames.reply],
  ['Ctrl + Enter', keyNames.send],
  ['Esc', keyNames.queue],
] as const

/** `/contacts/…`: the messages of a person without an account, and the answer by text (TALK-05). */
export function ContactScreen({ me }: { me: OperatorAnswer }) {
  const { id = '' } = useParams()
  const read = useContact(id)
  const now = useClock(serverNow)
  const queue = useWayBack()
  useScreenTitle(read.data ? formatPhone(read.data.phone) : texts.heading)
  return (
    <>
      <p>
        <Link className={linkClass('back')} to={queue}>
          <BackLabel>{texts.toQueue}</BackLabel>
        </Link>
      </p>
      {read.error?.error_type === 'has_account' ? (
        <Moved to={String(read.error.error_value)} />
      ) : (
        <ReadState query={read} texts={texts.read} zone={me.company_zone} />
      )}
      {read.data && <Contact key={id} address={id} contact={read.data} me={me} now={now} />}
    </>
  )
}

/** Leads to the client's conversation once the thread moved there; the typed words stay below. */
const Moved = ({ to }: { to: string }) => (
  <Banner
    icon={<AlertIcon />}
    title={texts.hasAccount}
    actions={
      <Link className={linkClass()} to={deskPaths.conversation(to)}>
        {texts.toConversation}
      </Link>
    }
  />
)

interface ContactProps {
  /** The message of the page's address; the sender may have written since. */
  address: string
  contact: OperationsContact
  me: OperatorAnswer
  /** Epoch milliseconds (UTC). */
  now: number
}

function Contact({ address, contact, me, now }: ContactProps) {
  const { id: last, due } = contact
  const dates = dateWords(me.company_zone)
  const endWait = useNoContactAnswerNeeded(address)
  const press = usePress()
  const page = contactPage(contact)
  useShownPage(page)
  return (
    <section className={styles.thread} aria-label={conversationTexts.threadName(formatPhone(contact.phone))}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{formatPhone(contact.phone)}</h1>
        <KeysButton keys={keyList} />
        {due !== null && (
          <Button
            size="small"
            busy={endWait.isPending && conversationTexts.saving}
            onClick={() => afterWrite(endWait.mutateAsync({ last, key: press.begin(`${due} ${last}`) }), press.end)}
          >
            {conversationTexts.noAnswerNeeded}
          </Button>
        )}
        <p>{texts.noAccount}</p>
        <p role="status">
          <OpenBy page={page} />
        </p>
        <p role="status">
          {due === null ? conversationTexts.noWait : conversationTexts.answerDue(dates.brief(Date.parse(due), now))}
        </p>
        <div role="status">{endWait.error && <ErrorText>{failureText(endWait.error)}</ErrorText>}</div>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll a region that has the focus */}
      <div role="log" aria-label={conversationTexts.messages} className={styles.log} tabIndex={0}>
        {contact.messages.toReversed().map(({ _id, by, text, email, operator, at }) => (
          <article key={_id} className={by === 'answer' ? `${styles.message} ${styles.ours}` : styles.message}>
            <p className={styles.by}>
              <b>{by === 'answer' ? conversationTexts.support : texts.by[by]}</b>
              {operator !== null && <span>{conversationTexts.by(operator)}</span>}
              <time dateTime={at}>{dates.brief(Date.parse(at), now)}</time>
            </p>
            <p className={styles.note} dir="auto">
              {text === '' ? texts.numberAlone : text}
            </p>
            {email !== null && <p className={styles.by}>{texts.typedEmail(email)}</p>}
          </article>
        ))}
      </div>
      <TextAnswer address={address} last={last} phone={contact.phone} me={me.name} />
    </section>
  )
}

/** The answer by text. The words stay with the phone until the server has them: each message has an address. */
function TextAnswer({ address, last, phone, me }: { address: string; last: string; phone: string; me: string }) {
  const { draft, change, begin, clear } = useAnswerDraft(me, phone)
  const answer = useAnswerContact(address)
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const fault = answerFault(draft.text, maxTextAnswerLength)
  useKeys({ r: () => field.current?.focus() })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (answer.isPending) return
    setTried(true)
    field.current?.focus()
    if (fault !== undefined) return
    const { body, key, to = last } = begin(last)
    afterWrite(answer.mutateAsync({ to, text: body.text, key }), () => {
      clear(body)
      setTried(false)
    })
  }
  return (
    <form className={styles.form} aria-label={conversationTexts.form} noValidate onSubmit={send}>
      <RuledTextArea
        ref={field}
        short
        label={texts.field(formatPhone(phone))}
        hint={texts.fieldHint}
        value={draft.text}
        readOnly={answer.isPending}
        onKeyDown={sendByKey}
        onChange={({ currentTarget }) => {
          if (answer.isError) answer.reset()
          change({ text: currentTarget.value })
        }}
        count={texts.count(draft.text.length, maxTextAnswerLength)}
        error={answer.error ? failureText(answer.error) : tried && fault}
      />
      <Cluster>
        <Button variant="primary" type="submit" busy={answer.isPending && conversationTexts.sending}>
          {texts.send}
        </Button>
      </Cluster>
    </form>
  )
}
