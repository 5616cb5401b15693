import type { OperationsClient } from '@nerdify/contract/operations.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { PriceRow } from '@nerdify/ui/order/PriceSummary.tsx'
import { clientTexts } from '../../texts/clients.ts'

/** Contact data and country of a client. */
export function Reach({ client }: { client: OperationsClient }) {
  const email = client.email?.email ?? clientTexts.none
  return (
    <>
      <PriceRow term={clientTexts.phone}>
        {client.phone === null ? clientTexts.none : formatPhone(client.phone)}
      </PriceRow>
      <PriceRow term={clientTexts.email}>
        {client.email_confirmed === false ? clientTexts.unconfirmed(email) : email}
      </PriceRow>
      <PriceRow term={clientTexts.country}>{client.country_final ?? clientTexts.none}</PriceRow>
    </>
  )
}
