import { showsAppPromo } from '@nerdify/domain/orders/app-promo.ts'
import { useMe } from '../../../api/queries.ts'
import { thankYouTexts } from '../../../texts/orders/order-payment.ts'
import { NerdBadge } from '@nerdify/ui/page/Brand.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { Text } from '@nerdify/ui/page/Layout.tsx'

const isAndroid = () => /android/i.test(navigator.userAgent)

/** The app's promotion, once all services are added (FLOW-25). */
export function AppPromo() {
  const { data: me } = useMe()
  if (me === undefined) return null
  const terms = { experiment: me.exp_data.app2_scale, country: me.country_final, tags: me.tags, isAndroid: isAndroid() }
  if (!showsAppPromo(terms)) return null
  return (
    <Card title={thankYouTexts.appTitle} badge={<NerdBadge size="small" />}>
      <CardBody>
        <p>{thankYouTexts.appText}</p>
        <Text look="small">{thankYouTexts.appHow}</Text>
      </CardBody>
    </Card>
  )
}
