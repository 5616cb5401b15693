import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { useOrderMoney } from '../../api/order-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { usePress } from '../../frame/use-press.ts'
import { orderTexts } from '../../texts/order.ts'

/** The tag that excludes an order from the sandbox's autopilot. */
const pauseTag = 'autopilot_off'

interface AutopilotProps {
  order: OperationsOrderWithHistory
  /** The order's id or number, as the address has it. */
  address: string
}

/** Pauses the sandbox's autopilot for one order, so that a person plays the Nerd by hand (OPS-02). */
export function Autopilot({ order, address }: AutopilotProps) {
  const change = useOrderMoney(order, address)
  const press = usePress()
  const isPaused = order.tags.includes(pauseTag)
  const toggle = () => {
    const body = isPaused ? { tags_remove: [pauseTag] } : { tags_add: [pauseTag] }
    afterWrite(change.mutateAsync({ step: 'terms', body, key: press.begin(`${isPaused}`) }), press.end)
  }
  const { autopilot: texts } = orderTexts
  return (
    <Card title={texts.heading}>
      <CardBody>
        <div role="status">
          <Text look="small">{isPaused ? texts.paused : texts.on}</Text>
        </div>
        <Button size="small" busy={change.isPending && orderTexts.saving} onClick={toggle}>
          {isPaused ? texts.resume : texts.pause}
        </Button>
        {change.error && <ErrorText>{failureText(change.error)}</ErrorText>}
      </CardBody>
    </Card>
  )
}
