import type { Client } from '@nerdify/contract/client.ts'
import { isMasked } from '@nerdify/domain/sign-in/masked.ts'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { useEndedSessions, useSignedIn } from '../../frame/guards.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { contactHead } from '../../texts/contact.ts'
import { ContactForm } from './ContactForm.tsx'

/** `/contact-us`: the form of strangers, or of the client whose session it is (PUB-05, MSG-01). */
export function Component() {
  useScreenTitle(contactHead.title)
  const isSignedIn = useSignedIn()
  const [me, setMe] = useState<Client | 'unknown'>()
  const ended = useEndedSessions()
  useEffect(() => {
    let isOver = false
    const show = (found: Client | 'unknown') => isOver || setMe(found)
    if (isSignedIn) api.me().then(show, () => show('unknown'))
    return () => {
      isOver = true
      setMe(undefined)
    }
  }, [isSignedIn, ended])
  const isUnknown = me === 'unknown'
  // In a session of one order the number is masked (SAFE-03): whoever is there gives one.
  const isReached = !isUnknown && (me === undefined || (me.phone !== null && !isMasked(me.phone)))
  return <ContactForm isClient={isSignedIn && isReached} me={isUnknown ? undefined : me} />
}
