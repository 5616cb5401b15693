import { writtenText } from '@nerdify/domain/input/visible-text.ts'
import { noteFault } from '@nerdify/domain/orders/note.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import {
  phoneFaultIn,
  phoneInCountry,
  textedCountries,
  type TextedCountry,
} from '@nerdify/domain/messages/texted-countries.ts'
import { emailFault as faultOfEmail, emailLine, isEmail } from '@nerdify/domain/sign-in/email.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { refusal } from '@nerdify/browser/call-error.ts'
import { loadAhead } from '../../frame/load-ahead.ts'
import { trackScreen } from '../../frame/track-screen.ts'
import { useAction } from '../../frame/use-action.ts'
import { useHydrated } from '../../frame/use-hydrated.ts'
import { askForText, type LastRequest } from './ask-for-text.ts'
import { chosenCountry, type ContactEntry, type MessageSentEntry, typedNumber } from './contact-entry.ts'

const firstCountry: TextedCountry = 'US'

const countryOf = (phone: string | null | undefined) =>
  phone ? textedCountries.find(({ code }) => phoneInCountry(phone, code) !== undefined)?.code : undefined

/**
 * The fields and the submit of a visitor without a session (PUB-05). The fields are uncontrolled, so that values from
 * before hydration stay.
 *
 * @param ownPhone of a signed-in client, prefilled
 */
export function useStrangerMessage(messageRef: RefObject<HTMLTextAreaElement | null>, ownPhone?: string | null) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const phone = useRef<HTMLInputElement>(null)
  const trap = useRef<HTMLInputElement>(null)
  const chosenBefore = useHydrated() ? chosenCountry(state) : undefined
  const [chosen, setChosen] = useState<TextedCountry>()
  const country = chosen ?? chosenBefore ?? countryOf(ownPhone) ?? firstCountry
  const countries = useRef<HTMLSelectElement>(null)
  const email = useRef<HTMLInputElement>(null)
  const [emailFault, setEmailFault] = useState<string>()
  const last: LastRequest = useRef(undefined)

  useEffect(() => {
    const shown = countries.current?.value ?? firstCountry
    if (shown !== firstCountry) setChosen(shown as TextedCountry)
  }, [])

  const { run, busy, fault, reset } = useAction(
    async () => {
      const typed = phone.current?.value ?? ''
      const number = phoneInCountry(typed, country)
      if (number === undefined) throw refusal(phoneFaultIn(typed))
      const address = emailLine(email.current?.value ?? '')
      if (address !== '' && !isEmail(address)) {
        setEmailFault(faultOfEmail(address))
        return email.current?.focus()
      }
      const message = messageRef.current?.value ?? ''
      if (noteFault(message) !== undefined) return messageRef.current?.focus()
      const isHere = trackScreen()
      const words = { email: address, message: writtenText(message) }
      await askForText({ country, number, trap: trap.current?.value ?? '', ...words }, { pathname, search }, last)
      await loadAhead(webPaths.messageWasSent())
      if (!isHere()) return
      const shown = formatPhone(number)
      // Back leads here again, with the number to correct.
      await navigate(pathname + search, { replace: true, state: { typed: shown, country } satisfies ContactEntry })
      await navigate(webPaths.messageWasSent(), { state: { phone: shown, country } satisfies MessageSentEntry })
    },
    () => phone.current?.focus(),
  )

  const choose = (code: string) => {
    setChosen(code as TextedCountry)
    reset()
    if (phone.current !== null) phone.current.value = ''
  }

  const group = (text: string) => {
    const number = phoneInCountry(text, country)
    return number === undefined ? text : formatPhone(number)
  }

  return {
    phone,
    trap,
    countries,
    email,
    country,
    choose,
    fault,
    reset,
    emailFault,
    setEmailFault,
    busy,
    submit: run,
    group,
    typed: typedNumber(state) ?? (ownPhone ? formatPhone(ownPhone) : undefined),
  }
}

export type StrangerMessage = ReturnType<typeof useStrangerMessage>
