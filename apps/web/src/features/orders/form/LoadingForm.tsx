import { stepNumber } from '@nerdify/domain/orders/order-steps.ts'
import { orderFlowTexts, priceTexts } from '../../../texts/orders/order-flow.ts'
import { orderFormTexts } from '../../../texts/orders/order-form.ts'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { Stack, TwoColumns } from '@nerdify/ui/page/Layout.tsx'
import { Skeleton, SkeletonBar } from '@nerdify/ui/surfaces/Skeleton.tsx'
import { FlowHeader } from '@nerdify/ui/order/StepHeader.tsx'
import { BackLabel, linkClass } from '@nerdify/ui/actions/TextLink.tsx'
import { Question, Worksheet } from '@nerdify/ui/order/Worksheet.tsx'
import { LoadingStep } from '../flow/OrderGate.tsx'
import styles from './LoadingForm.module.css'

/** The form while its order and the prices load, with its questions in place. */
export const LoadingForm = () => (
  <LoadingStep>
    <FlowHeader
      back={
        <span className={linkClass('back')}>
          <BackLabel>{orderFlowTexts.back}</BackLabel>
        </span>
      }
      step={stepNumber('form')}
      steps={undefined}
      title={orderFormTexts.title}
    />
    <TwoColumns
      side={
        <Card title={priceTexts.yourOrder}>
          <CardBody>
            <Skeleton label={orderFlowTexts.loading}>
              <SkeletonBar width="long" />
              <SkeletonBar width="half" />
              <SkeletonBar width="full" height="control" />
            </Skeleton>
          </CardBody>
        </Card>
      }
      sideOnPhone="hidden"
    >
      <Stack gap={4}>
        <Worksheet>
          {questions.map(({ title, room }, index) => (
            <Question key={title} number={index + 1} title={title} single>
              <div className={styles[room]}>
                <Skeleton label={index === 0 ? orderFlowTexts.loading : ''}>
                  {room === 'answer' ? (
                    <SkeletonBar width="half" height="title" />
                  ) : (
                    <SkeletonBar width="full" height="control" />
                  )}
                </Skeleton>
              </div>
            </Question>
          ))}
        </Worksheet>
      </Stack>
    </TwoColumns>
  </LoadingStep>
)

const questions = [
  { title: orderFormTexts.typeOfTask, room: 'answer' },
  { title: orderFormTexts.subject, room: 'control' },
  { title: orderFormTexts.length, room: 'size' },
  { title: orderFormTexts.deadline, room: 'deadline' },
] as const
