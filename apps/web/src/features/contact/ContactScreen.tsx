import type { Client } from '@nerdify/contract/client.ts'
import { isMasked } from '@nerdify/domain/sign-in/masked.ts'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { useEndedSessions } from '../../frame/guards.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { useSignedIn } from '../../frame/use-signed-in.ts'
import { contactHead } from '../../texts/contact.ts'
import { session } from '../../visit/session.ts'
import { ContactForm } from './ContactForm.tsx'

/** `/contact-us`: the form for strangers or for the signed-in client (PUB-05, MSG-01). */
export function Component() {
  useScreenTitle(contactHead.title)
  const isSignedIn = useSignedIn()
  const [me, setMe] = useState<Client | 'unknown'>()
  const ended = useEndedSessions()
  const [chosenEnds, setChosenEnds] = useState(0)
  useEffect(() => session.onEnd(({ chosen }) => chosen && setChosenEnds((count) => count + 1)), [])
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
  // A session of one order has a masked number (SAFE-03), so the form asks for one.
  const isReached = !isUnknown && (me === undefined || (me.phone !== null && !isMasked(me.phone)))
  // A chosen sign-out clears the typed words; a forced one keeps them (AUTH-23).
  return <ContactForm key={chosenEnds} isClient={isSignedIn && isReached} me={isUnknown ? undefined : me} />
}
