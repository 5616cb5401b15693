import type { Client } from '@nerdify/contract/client.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { aClientAnswer } from '../../testing/a-client-answer.ts'
import { answerCalls, aRefusal, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import { StoryPage } from '../../testing/StoryPage.tsx'
import { isSeen } from '../../testing/story-steps.ts'
import { referralTexts } from '../../texts/referral.ts'
import { Component as ReferralScreen } from './ReferralScreen.tsx'

const screens = { [webPaths.refCabinet()]: ReferralScreen }

interface ReferralProps {
  me?: Partial<Client>
  /** Replaces the client's answer. */
  answer?: () => unknown
}

const Referral = (_props: ReferralProps) => <StoryPage path={webPaths.refCabinet()} screens={screens} />

const meta = {
  title: 'Screens/Referral',
  component: Referral,
  parameters: { layout: 'fullscreen' },
  beforeEach: ({ args: { me, answer } }) => answerCalls(() => (answer === undefined ? aClientAnswer(me) : answer())),
} satisfies Meta<typeof Referral>
export default meta
type Story = StoryObj<typeof meta>

export const Loading: Story = {
  args: { answer: noAnswerYet },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText(referralTexts.loading)).toBeInTheDocument())
  },
}

export const NotLoaded: Story = {
  name: '[UI-08] Not loaded',
  args: { answer: () => aRefusal(503, 'Not now') },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(referralTexts.failedTitle))
  },
}

export const NobodyYet: Story = {
  name: '[EASE-13][REF-01] Without friends yet: the client’s own progress comes first',
  play: async ({ canvas }) => {
    const way = await canvas.findByText(/The next friend who orders lifts you to number 61\./)
    await waitFor(() => expect(way.parentElement).toHaveTextContent('You’re number 100.'))
    const board = await canvas.findByRole('table')
    await expect(way.compareDocumentPosition(board)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await expect(await canvas.findByRole('textbox', { name: referralTexts.link })).toHaveValue(
      `${location.origin}/contact-us?ref=shared`,
    )
  },
}

export const ManyFriends: Story = {
  name: '[REF-01][REF-02] Many friends, and large sums',
  args: { me: { referral_details: { count: 1204, count_with_orders: 988, earn: 19_760 } } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('1,204'))
    await isSeen(() => canvas.getByRole('row', { name: /^1 You/ }))
    await isSeen(() => canvas.getByRole('row', { name: /^2 Sample A/ }))
    await isSeen(() => canvas.getByText(referralTexts.otherSamples))
    const bonuses = canvas.getByText('total bonuses').closest('dl')
    await expect(bonuses?.scrollWidth).toBe(bonuses?.clientWidth)
  },
}

export const PendingBonus: Story = {
  name: '[REF-04] A bonus is pending until the friend’s order is delivered',
  args: { me: { referral_details: { count: 2, count_with_orders: 2, earn: 20, pending: 20 } } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(referralTexts.pending('$20.00')))
  },
}

export const NotForThem: Story = {
  name: '[REF-03] A client without referrals is led to the tasks',
  args: { me: { tags: ['NOreferral'] } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(`Leads to ${webPaths.orders()}`))
  },
}
