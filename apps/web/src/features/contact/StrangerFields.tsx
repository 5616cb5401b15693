import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { textedCountries, textedCountry } from '@nerdify/domain/messages/texted-countries.ts'
import { contactTexts } from '../../texts/contact.ts'
import { PrerenderedForm } from '../../frame/PrerenderedForm.tsx'
import { Button, type ButtonVariant } from '@nerdify/ui/actions/Button.tsx'
import { SelectField } from '@nerdify/ui/fields/SelectField.tsx'
import { EmailField, PhoneField } from '@nerdify/ui/fields/TextField.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import type { StrangerMessage } from './use-stranger-message.ts'

/** Where to send the text; the number's mask is an example and never changes the typed value (ux 2). */
function NumberFields({ form }: { form: StrangerMessage }) {
  const { countries, country, choose, phone, fault, reset, typed, group } = form
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
    </>
  )
}

/** The fields of a visitor without a session, besides the message. */
export function StrangerFields({ form }: { form: StrangerMessage }) {
  const { email, emailFault, setEmailFault } = form
  return (
    <>
      <NumberFields form={form} />
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

/** The text back for a client, with their number filled in (PUB-05). */
export const ClientTextBack = ({ form }: { form: StrangerMessage }) => (
  <PrerenderedForm onSubmit={form.submit} fault={form.fault}>
    <Stack gap={5}>
      <h2>{contactTexts.textInstead}</h2>
      <NumberFields form={form} />
      <TextMe form={form} variant="default" />
    </Stack>
  </PrerenderedForm>
)

interface TextMeProps {
  form: StrangerMessage
  variant: ButtonVariant
}

/** The button, the price of a text, and the link to the chat (PUB-05). */
export const TextMe = ({ form: { trap, busy }, variant }: TextMeProps) => (
  <>
    <div hidden>
      <input ref={trap} name="fake" aria-label={contactTexts.trap} tabIndex={-1} autoComplete="off" />
    </div>
    <Button type="submit" variant={variant} block="full" busy={busy && contactTexts.sending}>
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
