import { answerCalls, aRefusal, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import { changedMeanwhile } from '@nerdify/contract/version-words.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { OperationsPrices } from '@nerdify/contract/operations.ts'
import type { StaffRole } from '@nerdify/domain/staff/staff-rights.ts'
import { aPriceTable, someServicePrices } from '@nerdify/domain/testing/a-price-table.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { aClerk, DeskStory } from '../../testing/DeskStory.tsx'
import { PricesScreen } from './PricesScreen.tsx'
import { pressOffline } from '../../testing/press-offline.ts'

const prices: OperationsPrices = {
  rates: aPriceTable,
  rates_version: 'r1',
  services: someServicePrices,
  services_version: 's1',
  late_credit: [
    { hours_late: 0, percent: 10 },
    { hours_late: 24, percent: 50 },
  ],
  late_credit_version: 'l1',
}

interface PricesProps {
  read?: () => unknown
  write?: () => unknown
  role?: StaffRole
}

const PricesAt = ({ role = 'lead' }: PricesProps) => (
  <DeskStory path={deskPaths.prices()} screens={{ [deskPaths.prices()]: <PricesScreen me={{ ...aClerk, role }} /> }} />
)

const meta = {
  title: 'Desk/Prices',
  component: PricesAt,
  parameters: { layout: 'fullscreen' },
  beforeEach({ args }) {
    sessionStorage.clear()
    return answerCalls((_, { method }) => (method === 'GET' ? (args.read?.() ?? prices) : args.write?.()))
  },
} satisfies Meta<typeof PricesAt>
export default meta
type Story = StoryObj<typeof meta>

/** [DESK-05] A typed price shows the price in force and what three sample orders would cost. */
export const Preview: Story = {
  async play({ canvas }) {
    const cell = await canvas.findByRole('textbox', { name: 'Essay writing, 12 hours' })
    await userEvent.clear(cell)
    await userEvent.type(cell, '22')
    await expect(canvas.getByText('now 20')).toBeVisible()
    const samples = within(canvas.getByRole('table', { name: 'Three sample orders would cost' }))
    await expect(samples.getByRole('row', { name: /\$104\.00 \$113\.60 \+\$9\.60$/ })).toBeVisible()
  },
}
export const Loading: Story = { args: { read: noAnswerYet } }
export const Failed: Story = {
  args: { read: () => aRefusal(409, 'Not now') },
  play: async ({ canvas }) => expect(await canvas.findByText('The prices did not load')).toBeVisible(),
}

/** [DESK-05][OPS-15] A clerk reads the prices and changes none. */
export const OfAClerk: Story = {
  args: { role: 'clerk', read: () => ({ ...prices, late_credit: [] }) },
  async play({ canvas }) {
    await expect(await canvas.findByText('Late work gets no credit.')).toBeVisible()
    await expect(canvas.queryByRole('textbox')).toBeNull()
  },
}

/** [DESK-05] A price that rises with the deadline is named by its cell, which gets the focus; nothing is sent. */
export const WrongCell: Story = {
  async play({ canvas }) {
    const cell = await canvas.findByRole('textbox', { name: 'Quiz, 48 hours' })
    await userEvent.clear(cell)
    await userEvent.type(cell, '12')
    await userEvent.click(canvas.getAllByRole('button', { name: 'Put in force' })[0] as HTMLElement)
    await expect(cell).toHaveFocus()
    await expect(cell).toBeInvalid()
    await expect(canvas.getByText('Quiz, 48 hours: prices must never rise with the deadline.')).toBeVisible()
  },
}

/** [DESK-05] A change that somebody else overtook keeps the typed cells, and names the person. */
export const Overtaken: Story = {
  args: { write: () => aRefusal(409, 'Ines changed this today at 10:12 AM.', { error_type: changedMeanwhile }) },
  async play({ canvas }) {
    const percent = await canvas.findByRole('textbox', { name: 'Step 3, credit in %' })
    await userEvent.type(canvas.getByRole('textbox', { name: 'Step 3, hours late' }), '48')
    await userEvent.type(percent, '60')
    await expect(canvas.getByText('1 hour late')).toBeVisible()
    await userEvent.click(canvas.getAllByRole('button', { name: 'Put in force' })[2] as HTMLElement)
    await waitFor(() => expect(canvas.getByText('Ines changed this today at 10:12 AM.')).toBeVisible())
    await expect(percent).toHaveValue('60')
  },
}

let answerSave: (answer: unknown) => void = () => undefined

export const TypedMeanwhile: Story = {
  name: '[DESK-05][DESK-07] A price typed while a save is under way stays typed after it',
  args: { write: () => new Promise((resolve) => (answerSave = resolve)) },
  async play({ canvas }) {
    const cell = (name: string) => canvas.findByRole('textbox', { name })
    const [first, second] = [await cell('Essay writing, 12 hours'), await cell('Essay writing, 24 hours')]
    await userEvent.type(first, '.5')
    await userEvent.click(canvas.getAllByRole('button', { name: 'Put in force' })[0] as HTMLElement)
    await canvas.findByRole('button', { name: 'Saving' })
    const typed = `${(second as HTMLInputElement).value}.25`
    await userEvent.type(second, '.25')
    answerSave(prices.rates)
    await waitFor(() => expect(canvas.queryByRole('button', { name: 'Saving' })).toBeNull())
    await expect(second).toHaveValue(typed)
    await expect(canvas.queryByText('now 20')).toBeNull()
    await expect(canvas.queryByText('In force.')).toBeNull()
  },
}

export const OfflinePrice: Story = {
  name: '[API-11][DESK-05] A price that the connection loses stays in its cell and is put in force once',
  args: { write: () => prices.rates },
  async play({ canvas }) {
    const cell = await canvas.findByRole('textbox', { name: 'Essay writing, 12 hours' })
    await userEvent.clear(cell)
    await userEvent.type(cell, '22')
    await pressOffline({
      press: () => userEvent.click(canvas.getAllByRole('button', { name: 'Put in force' })[0] as HTMLElement),
      seeWords: () => expect(cell).toHaveValue('22'),
    })
  },
}
