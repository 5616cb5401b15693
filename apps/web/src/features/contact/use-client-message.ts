import { writtenText } from '@nerdify/domain/input/visible-text.ts'
import type { Client } from '@nerdify/contract/client.ts'
import { type RefObject, useState } from 'react'
import { useLocation } from 'react-router'
import { refusal } from '../../api/call-error.ts'
import { api } from '../../api/client.ts'
import { useAction } from '../../frame/use-action.ts'
import { contactTexts } from '../../texts/contact.ts'
import { sendContactRequest } from './ask-for-text.ts'

/** The message of a client, whom we know how to reach (MSG-01); `me` is undefined until it is loaded. */
export function useClientMessage(messageRef: RefObject<HTMLTextAreaElement | null>, me: Client | undefined) {
  const place = useLocation()
  const [isSent, setSent] = useState(false)
  const { run, busy, fault, reset } = useAction(
    async () => {
      const words = writtenText(messageRef.current?.value ?? '')
      if (words === '') throw refusal(contactTexts.messageMissing)
      const { phone, email, country_final: country } = me ?? (await api.me())
      const known = { country: country ?? '', number: phone ?? '', email: email?.email ?? '' }
      await sendContactRequest({ ...known, message: words }, place)
      const field = messageRef.current
      // What was typed meanwhile is the next message.
      if (field && writtenText(field.value) === words) field.value = ''
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
