import type { Client } from '@nerdify/contract/client.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { writtenText } from '@nerdify/domain/input/visible-text.ts'
import { noteFault, noteRoomText } from '@nerdify/domain/orders/note.ts'
import { defaultCompanyZone, messageAnswerText } from '@nerdify/domain/orders/business-time.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { refusal } from '@nerdify/browser/call-error.ts'
import { announcementWayOf } from '../../api/announcement-way-of.ts'
import { api } from '../../api/client.ts'
import { confirmedEmailOf } from '../../api/latest-email.ts'
import { ColumnPage } from '../../frame/ColumnPage.tsx'
import { ForFriends } from '../../frame/ForFriends.tsx'
import { PrerenderedForm } from '../../frame/PrerenderedForm.tsx'
import { ButtonLink, LineLink } from '../../frame/links.tsx'
import { useAction } from '../../frame/use-action.ts'
import { useFriendsGift } from '../../visit/origin.ts'
import { contactTexts } from '../../texts/contact.ts'
import { newHereTexts } from '../../texts/new-here.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { GiftIcon, MailCheckIcon } from '@nerdify/ui/actions/Icons.tsx'
import { RuledTextArea } from '@nerdify/ui/fields/RuledTextArea.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { ClientTextBack, StrangerFields, TextMe } from './StrangerFields.tsx'
import { type LastRequest, sendContactRequest } from './ask-for-text.ts'
import { useStrangerMessage } from './use-stranger-message.ts'

interface ContactFormProps {
  /** We know how to reach the writer, so the form asks for the message only. */
  isClient: boolean
  /** Undefined until the client loads. */
  me: Client | undefined
}

/**
 * Requests a text back to a number (PUB-05), or writes to support as a client (MSG-01). Both share the message field:
 * the page is prerendered for strangers, and a client's text typed before hydration stays.
 */
export function ContactForm({ isClient, me }: ContactFormProps) {
  const message = useRef<HTMLTextAreaElement>(null)
  const [words, setWords] = useState('')
  const readWords = () => setWords(message.current?.value ?? '')
  useEffect(readWords, [])
  const stranger = useStrangerMessage(message, isClient ? me?.phone : undefined)
  const client = useClientMessage(message)
  const tooLong = noteFault(words)
  const isFriend = useFriendsGift()
  const { submit, fault } = isClient ? client : stranger
  const answered = messageAnswerText(me?.company_timezone ?? defaultCompanyZone)
  return (
    <ColumnPage narrow="form">
      <ForFriends isFriend={isFriend && !isClient}>
        <FriendsGift />
      </ForFriends>
      <Stack gap={2}>
        <h1>{contactTexts.heading}</h1>
        {isClient ? <ClientLead answered={answered} /> : <Text look="lede">{contactTexts.lead}</Text>}
      </Stack>
      {isClient && <div role="status">{client.isSent && <Sent answered={answered} />}</div>}
      <PrerenderedForm onSubmit={submit} fault={fault}>
        <Stack gap={5}>
          {!isClient && <StrangerFields form={stranger} />}
          <RuledTextArea
            ref={message}
            short={!isClient}
            label={contactTexts.message}
            labelNote={isClient ? undefined : contactTexts.optional}
            hint={isClient ? undefined : contactTexts.messageHint}
            error={tooLong ?? (isClient ? client.fault : undefined)}
            count={noteRoomText(words)}
            name="message"
            onInput={() => {
              readWords()
              client.type()
            }}
          />
          {isClient ? <ClientSubmit me={me} isSending={client.busy} /> : <TextMe form={stranger} variant="primary" />}
        </Stack>
      </PrerenderedForm>
      {isClient && me !== undefined && <ClientTextBack form={stranger} />}
    </ColumnPage>
  )
}

/** Where a client's message goes, and when it is answered. */
const ClientLead = ({ answered }: { answered: string }) => (
  <Text look="lede">
    {contactTexts.clientLead} <Link to={webPaths.messages()}>{contactTexts.messages}</Link>
    {'. '}
    <span>{contactTexts.answered(answered)}</span>
  </Text>
)

/** The confirmation of a client's message. */
const Sent = ({ answered }: { answered: string }) => (
  <Banner
    icon={<MailCheckIcon size="row" />}
    title={contactTexts.sent}
    actions={
      <ButtonLink to={webPaths.messages()} size="small">
        {contactTexts.seeMessages}
      </ButtonLink>
    }
  >
    {contactTexts.sentLead(answered)}
  </Banner>
)

/** How the client hears of the answer (TALK-04): by text while the only address is unconfirmed (SAFE-02). */
function announcedText(me: Client): string {
  const way = announcementWayOf(me)
  const isUnconfirmed = way === 'email' && confirmedEmailOf(me) === null
  return isUnconfirmed ? contactTexts.announcedUnconfirmed : contactTexts.announced[way]
}

/** How the client hears of the answer, and the button. */
const ClientSubmit = ({ me, isSending }: { me: Client | undefined; isSending: boolean }) => (
  <>
    {me !== undefined && <Text look="small">{announcedText(me)}</Text>}
    <Button type="submit" variant="primary" block="full" busy={isSending && contactTexts.sending}>
      {contactTexts.send}
    </Button>
    <LineLink to={webPaths.myInfo()}>{contactTexts.changeReach}</LineLink>
  </>
)

/** The friend's gift, and the link to use it (REF-04, DOOR-01). */
const FriendsGift = () => (
  <Banner
    kind="nerd"
    icon={<GiftIcon size="row" />}
    title={newHereTexts.gift}
    actions={
      <ButtonLink to={webPaths.start()} variant="primary">
        {newHereTexts.giftLink}
      </ButtonLink>
    }
  >
    {newHereTexts.giftNote}
  </Banner>
)

/** A client's message, without contact fields (MSG-01). */
function useClientMessage(messageRef: RefObject<HTMLTextAreaElement | null>) {
  const place = useLocation()
  const [isSent, setSent] = useState(false)
  const last: LastRequest = useRef(undefined)
  const { run, busy, fault, reset } = useAction(
    async () => {
      const typed = messageRef.current?.value ?? ''
      const words = writtenText(typed)
      const unsendable = words === '' ? contactTexts.messageMissing : noteFault(typed)
      if (unsendable !== undefined) throw refusal(unsendable)
      // If the session has ended elsewhere, this is refused: the message would come as a stranger's.
      const { phone, email, country_final: country } = await api.me()
      const known = { country: country ?? '', number: phone ?? '', email: email?.email ?? '' }
      await sendContactRequest({ ...known, message: words }, place, last)
      last.current = undefined
      const field = messageRef.current
      // A text typed meanwhile is the next message.
      if (field && writtenText(field.value) === words) {
        field.value = ''
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
      setSent(true)
    },
    () => messageRef.current?.focus(),
  )
  const type = () => {
    reset()
    setSent(false)
  }
  return { fault, busy, isSent: isSent && !busy, submit: run, type }
}
