import { useMe } from '../api/queries.ts'
import { frameTexts } from '../texts/frame.ts'

/** The phone number for a client whose plan has it (WAIT-07). */
export function VipPhone({ className }: { className?: string }) {
  const phone = useMe().data?.vip_phone
  if (!phone) return null
  return (
    <a href={`tel:${phone.replaceAll(' ', '')}`} className={className}>
      {`${frameTexts.vipPhone} ${phone}`}
    </a>
  )
}
