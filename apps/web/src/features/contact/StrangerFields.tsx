import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { textedCountries, textedCountry } from '@nerdify/domain/messages/texted-countries.ts'
import { contactTexts } from '../../texts/contact.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { EmailField, PhoneField } from '../../ui/fields/TextField.tsx'
import { Text } from '../../ui/page/Layout.tsx'
import type { StrangerMessage } from './use-stranger-message.ts'

/** Where to text somebody without a session; the number's mask is an example and changes nothing that is typed (ux 2). */
export function StrangerFields({ form }: { form: StrangerMessage }) {
  const { countries, country, choose, phone, fault, reset, email, emailFault, setEmailFault, typed, group } = form
  return (
    <>
      <SelectField
        ref={countries}
        label={contactTexts.country}
        autoComplete="country"
        value={country}
        options={textedCountries.map(({ code, name, callingCode }) => ({
          value: code,
          label: `${name} (${callingCode})`,
        }))}
        onChange={choose}
      />
      <PhoneField
        ref={phone}
        label={contactTexts.phone}
        error={fault}
        placeholder={textedCountry(country).mask}
        defaultValue={typed}
        onInput={reset}
        group={group}
      />
      <EmailField
        ref={email}
        label={contactTexts.email}
        labelNote={contactTexts.optional}
        error={emailFault}
        onInput={() => setEmailFault(undefined)}
      />
    </>
  )
}

/** The button, what a text costs, and where to chat instead (PUB-05). */
export const StrangerSubmit = ({ form: { trap, busy } }: { form: StrangerMessage }) => (
  <>
    <div hidden>
      <input ref={trap} name="fake" aria-label={contactTexts.trap} tabIndex={-1} autoComplete="off" />
    </div>
    <Button type="submit" variant="primary" block="full" busy={busy && contactTexts.sending}>
      {contactTexts.submit}
    </Button>
    <Text look="small">{contactTexts.small}</Text>
    <Text look="muted">
      {contactTexts.chat}{' '}
      <a href={apiPaths.messenger()} rel="noreferrer">
        {contactTexts.messenger}
      </a>
    </Text>
  </>
)
