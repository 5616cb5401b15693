/** A client's names; null for what they have not. */
export interface ClientNames {
  nickname: string | null
  phone: string | null
  email: string | null
}

/** A client's name for staff: nickname, phone or e-mail; undefined without any, as for an erased account. */
export const clientName = ({ nickname, phone, email }: ClientNames): string | undefined =>
  nickname ?? phone ?? email ?? undefined
