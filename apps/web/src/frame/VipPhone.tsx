import { useMe } from '../api/queries.ts'
import { frameTexts } from '../texts/frame.ts'

/** The number to call of a client whose plan has it (WAIT-07); nothing for anybody else. */
export function VipPhone({ className }: { className?: string }) {
  const phone = useMe().data?.vip_phone
  if (!phone) return null
  return (
    <a href={`tel:${phone.replaceAll(' ', '')}`} className={className}>
      {`${frameTexts.vipPhone} ${phone}`}
    </a>
  )
}
