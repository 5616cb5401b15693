import { webPaths } from '@nerdify/contract/web-paths.ts'
import { serviceUnavailableTexts } from '@nerdify/domain/orders/additional-services.ts'
import { Link } from 'react-router'
import { useScreenTitle } from '../../../frame/screen-title.ts'
import { additionalServicesTexts } from '../../../texts/orders/order-additional-services.ts'
import { orderFlowTexts } from '../../../texts/orders/order-flow.ts'
import { Blank } from '../../../ui/surfaces/Blank.tsx'
import { NerdBadge } from '../../../ui/page/Brand.tsx'
import { Button, buttonClass } from '../../../ui/actions/Button.tsx'
import { Actions, Wrap } from '../../../ui/page/Layout.tsx'
import { Main } from '../../../ui/page/PageFrame.tsx'

/** FLOW-27: a Nerd was found, so the service cannot be had any more; `onSeeOthers` where another one still can. */
export function Unavailable({ number, onSeeOthers }: { number: string; onSeeOthers: (() => void) | undefined }) {
  useScreenTitle(serviceUnavailableTexts.title)
  return (
    <Main>
      <Wrap narrow>
        <Blank
          head={orderFlowTexts.orderNumber(number)}
          mark={<NerdBadge size="small" decorative />}
          title={serviceUnavailableTexts.title}
          level={1}
          actions={
            <Actions>
              <Link to={webPaths.orders()} className={buttonClass({ variant: 'primary' })}>
                {orderFlowTexts.toMyTasks}
              </Link>
              {onSeeOthers && <Button onClick={onSeeOthers}>{additionalServicesTexts.seeOthers}</Button>}
            </Actions>
          }
        >
          {serviceUnavailableTexts.text}
        </Blank>
      </Wrap>
    </Main>
  )
}
