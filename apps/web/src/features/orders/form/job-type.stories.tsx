import { webPaths } from '@nerdify/contract/web-paths.ts'
import { aPriceTable } from '@nerdify/domain/testing/a-price-table.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { isSeen } from '../../../testing/story-steps.ts'
import { OrderFlow, prepareOrderFlow } from '../../../testing/OrderFlow.tsx'

const meta = {
  title: 'Screens/Placing an order/Job type',
  component: OrderFlow,
  parameters: { layout: 'fullscreen' },
  beforeEach: prepareOrderFlow,
} satisfies Meta<typeof OrderFlow>
export default meta
type Story = StoryObj<typeof meta>

export const JobTypeToChoose: Story = {
  name: '[FLOW-01][FLOW-03] Job type',
  args: { path: webPaths.newOrder() },
  play: async ({ canvas, userEvent }) => {
    await waitFor(() =>
      expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent('What do you need help with?'),
    )
    await waitFor(() =>
      expect(canvas.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
        'writing',
        'editing',
        'presentation',
        'problems',
        'quiz',
        'task',
      ]),
    )
    await userEvent.click(await canvas.findByRole('button', { name: 'Next' }))
    await isSeen(() => canvas.getByText('There is a problem'))
    const list = canvas.getByRole('radiogroup', { name: 'What do you need help with?' })
    await expect(list).toHaveAccessibleDescription('Please choose what you need help with')
    await expect(list).toBeInvalid()
    await userEvent.click(await canvas.findByRole('radio', { name: /Essay writing/ }))
    await waitFor(() => expect(canvas.queryByText('There is a problem')).toBeNull())
    await expect(list).toBeValid()
  },
}

export const JobTypeChosenInAHurry: Story = {
  name: '[FLOW-01] Job type, Next pressed before the page has drawn the choice',
  args: { path: webPaths.newOrder() },
  play: async ({ canvas }) => {
    canvas.getByRole('radio', { name: /Essay writing/ }).click()
    canvas.getByRole('button', { name: 'Next' }).click()
    await expect(await canvas.findByText('Step 2 of 4')).toBeVisible()
  },
}

export const JobTypesWhereRestricted: Story = {
  name: '[LAW-04] Job type where the law restricts it',
  args: { path: webPaths.newOrder(), me: { restricted_region: true } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(/doesn’t let us do graded work for pay/))
    await waitFor(() =>
      expect(canvas.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['editing', 'problems']),
    )
  },
}

const { Quiz: _notPriced, ...pricesOfBefore } = aPriceTable

export const JobTypeWithoutPrice: Story = {
  name: '[PRICE-04] Job types, one without a price',
  args: { path: webPaths.newOrder(), pricing: pricesOfBefore },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('radio', { name: /Essay writing/ })).toBeInTheDocument())
    await waitFor(() => expect(canvas.queryByRole('radio', { name: /Quiz/ })).not.toBeInTheDocument())
  },
}
