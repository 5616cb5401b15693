import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import {
  phoneInCountry,
  type TextedCountry,
  textedCountries,
  textedCountry,
} from '@nerdify/domain/messages/texted-countries.ts'
import { phoneFaultText } from '@nerdify/domain/sign-in/phone.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { type ChangeEvent, type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { PrerenderedForm } from '../../frame/PrerenderedForm.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { trackScreen } from '../../frame/track-screen.ts'
import { useHydrated } from '../../frame/use-hydrated.ts'
import { contactHead, contactTexts } from '../../texts/contact.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Stack, Text, Wrap } from '../../ui/page/Layout.tsx'
import { Main } from '../../ui/page/PageFrame.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { askForText } from './ask-for-text.ts'
import { chosenCountry, type ContactEntry, type MessageSentEntry, typedNumber } from './contact-entry.ts'
import { keepOrigin, keptOrigin } from './origin.ts'

const firstCountry: TextedCountry = 'US'

/**
 * `/contact-us`: leave a number and be texted back, or chat (PUB-05). The number's field is the browser's own, so that what
 * is typed before the page is taken over stays, as does the country chosen by then; its mask is an example and changes
 * nothing that is typed (ux 2).
 */
export function Component() {
  useScreenTitle(contactHead.title)
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const phone = useRef<HTMLInputElement>(null)
  const trap = useRef<HTMLInputElement>(null)
  const chosenBefore = useHydrated() ? chosenCountry(state) : undefined
  const [chosen, setChosen] = useState<TextedCountry>()
  const country = chosen ?? chosenBefore ?? firstCountry
  const countries = useRef<HTMLSelectElement>(null)
  const [fault, setFault] = useState<string>()
  const [sending, setSending] = useState(false)

  useEffect(() => keepOrigin(pathname, search), [pathname, search])

  useEffect(() => {
    const shown = countries.current?.value ?? firstCountry
    if (shown !== firstCountry) setChosen(shown as TextedCountry)
  }, [])

  const refuse = (text: string) => {
    setFault(text)
    phone.current?.focus()
  }

  const choose = ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => {
    setChosen(currentTarget.value as TextedCountry)
    setFault(undefined)
    if (phone.current !== null) phone.current.value = ''
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    const number = phoneInCountry(phone.current?.value ?? '', country)
    if (number === undefined) return refuse(phoneFaultText)
    const isHere = trackScreen()
    setSending(true)
    const refused = await askForText({ country, number, trap: trap.current?.value ?? '', origin: keptOrigin(pathname) })
    setSending(false)
    if (refused !== undefined) return refuse(failureText(refused))
    if (!isHere()) return
    const shown = formatPhone(number)
    // Back leads here again, with the number to correct.
    await navigate(pathname + search, { replace: true, state: { typed: shown, country } satisfies ContactEntry })
    await navigate(webPaths.messageWasSent(), { state: { phone: shown } satisfies MessageSentEntry })
  }

  const group = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const number = phoneInCountry(currentTarget.value, country)
    if (number !== undefined) currentTarget.value = formatPhone(number)
  }

  return (
    <Main>
      <Wrap narrow="form">
        <Stack gap={5}>
          <Stack gap={2}>
            <h1>{contactTexts.heading}</h1>
            <Text look="lede">{contactTexts.lead}</Text>
          </Stack>
          <PrerenderedForm onSubmit={submit}>
            <Stack gap={5}>
              <SelectField
                ref={countries}
                label={contactTexts.country}
                autoComplete="country"
                value={country}
                onChange={choose}
              >
                {textedCountries.map(({ code, name, callingCode }) => (
                  <option key={code} value={code}>
                    {name} ({callingCode})
                  </option>
                ))}
              </SelectField>
              <TextField
                ref={phone}
                label={contactTexts.phone}
                error={fault}
                type="tel"
                autoComplete="tel"
                name="phone"
                placeholder={textedCountry(country).mask}
                defaultValue={typedNumber(state)}
                onInput={() => setFault(undefined)}
                onBlur={group}
              />
              <div hidden>
                <input ref={trap} name="fake" aria-label={contactTexts.trap} tabIndex={-1} autoComplete="off" />
              </div>
              <Button type="submit" variant="primary" block="full" busy={sending && contactTexts.sending}>
                {contactTexts.submit}
              </Button>
              <Text look="small">{contactTexts.small}</Text>
              <Text look="muted">
                {contactTexts.chat}{' '}
                <a href={apiPaths.messenger()} rel="noreferrer">
                  {contactTexts.messenger}
                </a>
              </Text>
            </Stack>
          </PrerenderedForm>
        </Stack>
      </Wrap>
    </Main>
  )
}
