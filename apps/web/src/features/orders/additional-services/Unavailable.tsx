import { webPaths } from '@nerdify/contract/web-paths.ts'
import { serviceUnavailableTexts } from '@nerdify/domain/orders/additional-services.ts'
import { BlankScreen } from '../../../frame/BlankScreen.tsx'
import { ButtonLink } from '../../../frame/links.tsx'
import { additionalServicesTexts } from '../../../texts/orders/order-additional-services.ts'
import { orderFlowTexts } from '../../../texts/orders/order-flow.ts'
import { NerdBadge } from '../../../ui/page/Brand.tsx'
import { Button } from '../../../ui/actions/Button.tsx'
import { Actions } from '../../../ui/page/Layout.tsx'

/** FLOW-27: a Nerd was found, so the service cannot be had any more; `onSeeOthers` where another one still can. */
export const Unavailable = ({ number, onSeeOthers }: { number: string; onSeeOthers: (() => void) | undefined }) => (
  <BlankScreen
    title={serviceUnavailableTexts.title}
    head={orderFlowTexts.orderNumber(number)}
    headNote={<NerdBadge size="small" />}
    lead={serviceUnavailableTexts.text}
    actions={
      <Actions>
        <ButtonLink to={webPaths.orders()} variant="primary">
          {orderFlowTexts.toMyTasks}
        </ButtonLink>
        {onSeeOthers && <Button onClick={onSeeOthers}>{additionalServicesTexts.seeOthers}</Button>}
      </Actions>
    }
  />
)
