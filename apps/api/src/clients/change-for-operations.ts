import type { OperationsClientChange, OperationsClientCreation } from '@nerdify/contract/operations.ts'
import { emailFault, emailLine, isEmail } from '@nerdify/domain/sign-in/email.ts'
import { phoneFaultText } from '@nerdify/domain/sign-in/phone.ts'
import type { Queries } from '../database/tables.ts'
import { isUniqueViolation } from '../database/transaction.ts'
import { isUuid } from '../database/uuid.ts'
import { notFound, unacceptable } from '../http/refusal.ts'
import { recognizePerson } from '../returning-people/earlier-orders.ts'
import { tagsAfter } from '../accounts/change-tags.ts'
import { canonicalPhone } from '../keys/phone-number.ts'
import { clientById, lockClient, type StoredClient, updateClient } from '../accounts/clients.store.ts'
import { createClient } from '../accounts/create-client.ts'
import { accountErased } from '../accounts/find-client.ts'
import { isSupportAddress } from '../accounts/support-address.ts'

/** Any client by key; 404 if there is none. */
export async function findAnyClient(queries: Queries, id: string): Promise<StoredClient> {
  const client = isUuid(id) ? await clientById(queries, id) : undefined
  if (client === undefined) throw notFound()
  return client
}

/** Reads and locks a client before a grant; 409 for an erased account, which stays empty (LAW-06). */
export async function findClientToChange(queries: Queries, id: string): Promise<StoredClient> {
  const client = isUuid(id) ? await lockClient(queries, id) : undefined
  if (client === undefined) throw notFound()
  if (client.erased_at !== null) throw accountErased()
  return client
}

/** Changes tags, country and experiments of a client (OPS-05); 404 if unknown, 409 if erased. */
export async function changeClientForOperations(
  queries: Queries,
  id: string,
  change: OperationsClientChange,
): Promise<void> {
  const client = await findClientToChange(queries, id)
  await updateClient(queries, id, {
    tags: tagsAfter(client.tags, change),
    country: change.country_final,
    experiments: change.exp_data && JSON.stringify(change.exp_data),
  })
}

/**
 * Creates an account for a person (OPS-05) and returns its id. 422 without a phone or an e-mail, and at a field that is
 * malformed or taken by another account or support.
 */
export async function createClientForOperations(
  queries: Queries,
  creation: OperationsClientCreation,
  { now, settings }: { now: number; settings: { supportEmail: string; secret: string } },
): Promise<string> {
  const phone = creation.phone === undefined ? null : canonicalPhone(creation.phone)
  const email = creation.email === undefined ? null : emailLine(creation.email)
  if (phone === undefined) throw unacceptable(phoneFaultText, 'phone', 'phone_invalid')
  if (email !== null && !isEmail(email)) throw unacceptable(emailFault(email), 'email', 'email_invalid')
  if (email !== null && isSupportAddress(settings, email)) throw emailTaken()
  if (phone === null && email === null) throw unacceptable('An account needs a phone or an e-mail.', 'phone')
  try {
    const { tags = [], exp_data: experiments = {}, adult_confirmed: adultConfirmed = false } = creation
    const id = await createClient(queries, now, { phone, email, tags, experiments, adultConfirmed })
    await recognizePerson(queries, { clientId: id, person: { phone, email }, secret: settings.secret })
    if (creation.country_final != null) {
      await changeClientForOperations(queries, id, { country_final: creation.country_final })
    }
    return id
  } catch (error) {
    if (isUniqueViolation(error, 'client_phone_pkey'))
      throw unacceptable('Another account has this phone.', 'phone', 'phone_taken')
    throw isUniqueViolation(error, 'client_email_pkey') ? emailTaken() : error
  }
}

const emailTaken = () => unacceptable('Another account has this e-mail.', 'email', 'email_taken')
