import { formatPhone } from '../sign-in/phone-format.ts'

/** The names of a client, null for missing ones. */
export interface ClientNames {
  nickname: string | null
  phone: string | null
  email: string | null
}

/** A client's name for staff: nickname, grouped phone or e-mail; undefined without any, as for an erased account. */
export const clientName = ({ nickname, phone, email }: ClientNames): string | undefined =>
  nickname ?? (phone === null ? undefined : formatPhone(phone)) ?? email ?? undefined
