import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { aPriceTable } from '@nerdify/domain/testing/a-price-table.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { answerCalls, aRefusal } from '@nerdify/browser/testing/answered-calls.ts'
import { StoryPage } from '../../testing/StoryPage.tsx'
import { isSeen } from '../../testing/story-steps.ts'
import { startTexts } from '../../texts/start.ts'
import { codeTexts, phoneTexts } from '../../texts/sign-in.ts'
import { Component as StartScreen } from './StartScreen.tsx'

const screens = { [webPaths.start()]: StartScreen }

interface StartProps {
  path: string
  /** The server's answers to the request for prices and for a code. */
  prices?: () => unknown
  asked?: () => unknown
}

const Start = ({ path }: StartProps) => <StoryPage path={path} screens={screens} />

const meta = {
  title: 'Screens/Start',
  component: Start,
  parameters: { layout: 'fullscreen' },
  beforeEach: ({ args: { prices = () => aPriceTable, asked } }) => {
    const restore = answerCalls(({ pathname }) => {
      if (pathname === apiPaths.pricing()) return prices()
      return asked?.()
    })
    return () => {
      restore()
      localStorage.removeItem('origin')
    }
  },
} satisfies Meta<typeof Start>
export default meta
type Story = StoryObj<typeof meta>
type Play = NonNullable<Story['play']>

const total =
  (amount: string): Play =>
  async ({ canvas }) => {
    await isSeen(() => canvas.getByText(amount, { exact: true, ignore: '[role=status]' }))
  }

export const Begins: Story = {
  name: '[DOOR-01] Introduction and price',
  args: { path: webPaths.start() },
  play: async (context) => {
    await total('$40.00')(context)
    const { canvas, userEvent } = context
    await userEvent.selectOptions(await canvas.findByLabelText(startTexts.size), '11 pages')
    await waitFor(() => expect(canvas.getByLabelText(startTexts.deadline)).toHaveDisplayValue('In 1 day'))
    await total('$177.10')(context)
    for (const name of ['Free revisions', 'Refunds within 30 days', 'No surprise extras']) {
      await isSeen(() => canvas.getByRole('link', { name }))
    }
  },
}

export const ByAFriend: Story = {
  name: '[DOOR-01][REF-04] By a friend’s link',
  args: { path: `${webPaths.start()}?ref=shared` },
  play: async (context) => {
    await total('$20.00')(context)
    await isSeen(() => context.canvas.getByText(startTexts.gift))
  },
}

export const NoPrices: Story = {
  name: 'The prices are not there',
  args: { path: webPaths.start(), prices: () => undefined },
  play: async ({ canvas }) => isSeen(() => canvas.getByText(startTexts.noPrices)),
}

const leaveNumber: Play = async ({ canvas, userEvent }) => {
  await userEvent.type(await canvas.findByRole('textbox', { name: startTexts.phone }), '+49 30 1234567')
  await userEvent.click(await canvas.findByRole('button', { name: startTexts.goOn }))
}

export const NotServed: Story = {
  name: '[AUTH-03] A number of a country that is not served',
  args: {
    path: webPaths.start(),
    asked: () => aRefusal(422, 'We text to three countries', { error_type: 'phone_country' }),
  },
  play: async (context) => {
    await leaveNumber(context)
    await expect(await context.canvas.findByText('We text to three countries')).toBeVisible()
    await waitFor(() => expect(context.canvas.getByRole('textbox', { name: startTexts.phone })).toHaveFocus())
  },
}

export const CodeOnItsWay: Story = {
  name: '[DOOR-02] A new number, and the code to it',
  args: {
    path: webPaths.start(),
    asked: () => ({ ok: true, nonce: 'n', resend_after: 30, is_new: true }),
  },
  play: async (context) => {
    await leaveNumber(context)
    await expect(await context.canvas.findByRole('button', { name: codeTexts.submit })).toBeVisible()
    expect(context.canvas.queryByRole('link', { name: phoneTexts.withEmail })).toBeNull()
  },
}
