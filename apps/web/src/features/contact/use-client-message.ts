import type { Client } from '@nerdify/contract/client.ts'
import { type RefObject, useState } from 'react'
import { useLocation } from 'react-router'
import { asCallError } from '../../api/call-error.ts'
import { api } from '../../api/client.ts'
import { failureText } from '../../api/failure-text.ts'
import { contactTexts } from '../../texts/contact.ts'
import { leaveWords } from './ask-for-text.ts'

/** The message of a client, whom we know how to reach (MSG-01); `me` is undefined until it is loaded. */
export function useClientMessage(messageRef: RefObject<HTMLTextAreaElement | null>, me: Client | undefined) {
  const place = useLocation()
  const [fault, setFault] = useState<string>()
  const [state, setState] = useState<'typing' | 'sending' | 'sent'>('typing')
  const refuse = (text: string) => {
    setFault(text)
    messageRef.current?.focus()
  }

  const submit = async () => {
    if (state === 'sending') return
    const words = messageRef.current?.value.trim() ?? ''
    if (words === '') return refuse(contactTexts.messageMissing)
    setState('sending')
    try {
      const { phone, email, country_final: country } = me ?? (await api.me())
      const known = { country: country ?? '', number: phone ?? '', email: email?.email ?? '' }
      await leaveWords({ ...known, message: words }, place)
      if (messageRef.current !== null) messageRef.current.value = ''
      setState('sent')
    } catch (thrown) {
      setState('typing')
      refuse(failureText(asCallError(thrown)))
    }
  }

  const type = () => {
    setFault(undefined)
    setState('typing')
  }
  return { fault, state, submit, type }
}
