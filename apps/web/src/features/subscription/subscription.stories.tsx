import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Client } from '@nerdify/contract/client.ts'
import type { PlanChangePreview, Subscription } from '@nerdify/contract/subscriptions.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { aClientAnswer } from '../../testing/a-client-answer.ts'
import { answerCalls, aRefusal, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import { StoryPage } from '../../testing/StoryPage.tsx'
import { bringPageBack, isSeen } from '../../testing/story-steps.ts'
import { frameTexts } from '../../texts/frame.ts'
import { nicknameTexts } from '../../texts/nickname.ts'
import { subscriptionTexts } from '../../texts/subscription.ts'
import { Component as SubscriptionScreen } from './SubscriptionScreen.tsx'

const screens = {
  [webPaths.subscription(':params')]: SubscriptionScreen,
  [webPaths.subscription()]: SubscriptionScreen,
}

const subscription = (change: Partial<Subscription> = {}): Subscription => ({
  id: 'sub-1',
  customer: 'cus-1',
  status: 'active',
  tag: 'nerdify_premium',
  price: 27,
  current_period_end: '2026-12-21T17:00:00.000Z',
  trial_end: null,
  cancel_at_period_end: false,
  card_last4: '4242',
  refundable: false,
  ...change,
})

interface PlanProps {
  path?: string
  me?: Partial<Client>
  /** The client's subscriptions, or a replacement of their answer. */
  subscriptions?: readonly Subscription[] | (() => unknown)
  trialOffered?: boolean
  vipPhoneOffered?: boolean
  preview?: PlanChangePreview
  /** The answer to a change. */
  changed?: () => unknown
}

const answerOf = ({ pathname }: URL, method: string, props: PlanProps): unknown => {
  const { me = {}, subscriptions = [], trialOffered = false, vipPhoneOffered = true, preview, changed } = props
  const client = aClientAnswer(me)
  if (pathname === apiPaths.me()) return method === 'GET' ? client : changed?.()
  if (pathname === apiPaths.subscriptions(client.id) || pathname === apiPaths.subscriptionCheck(client.id)) {
    return typeof subscriptions === 'function'
      ? subscriptions()
      : { results: subscriptions, trial_offered: trialOffered, vip_phone_offered: vipPhoneOffered }
  }
  return pathname === apiPaths.subscriptionPlanPreview('sub-1') ? preview : changed?.()
}

const Plan = ({ path = webPaths.subscription() }: PlanProps) => <StoryPage path={path} screens={screens} />

const meta = {
  title: 'Screens/Subscription',
  component: Plan,
  parameters: { layout: 'fullscreen' },
  beforeEach: ({ args }) => answerCalls((address, { method }) => answerOf(address, method, args)),
} satisfies Meta<typeof Plan>
export default meta
type Story = StoryObj<typeof meta>

export const Loading: Story = {
  args: { subscriptions: noAnswerYet },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(subscriptionTexts.loading)).toBeInTheDocument()
  },
}

export const NotLoaded: Story = {
  name: '[UI-08] Not loaded',
  args: { subscriptions: () => aRefusal(503, 'Not now') },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(subscriptionTexts.failedTitle))
  },
}

export const TrialToPick: Story = {
  name: '[SUB-03][SUB-06] Plans, with a trial',
  args: { trialOffered: true },
  play: async ({ canvas, userEvent }) => {
    await isSeen(() => canvas.getByRole('button', { name: 'Start 30-day free trial' }))
    await userEvent.click(await canvas.findByRole('radio', { name: /Prime Plus/ }))
    await isSeen(() => canvas.getByRole('button', { name: 'Subscribe, $39 a month' }))
  },
}

const inAddons = { exp_data: { subscription_nerdy: 'addons' } }

export const VipPhone: Story = {
  name: '[WAIT-07][SUB-02] Plans with a VIP phone: every one but the add-ons',
  args: { me: inAddons },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('Prime Plus'))
    await waitFor(() => expect(canvas.getAllByText(frameTexts.vipPhone)).toHaveLength(4))
  },
}

export const WithoutVipPhone: Story = {
  name: '[WAIT-07] Plans of a company without a VIP phone',
  args: { me: inAddons, vipPhoneOffered: false },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('Prime Plus'))
    await waitFor(() => expect(canvas.queryByText(frameTexts.vipPhone)).toBeNull())
  },
}

export const BroughtBack: Story = {
  name: '(ux 32) (ux 39) Plans, Back from the card page: the button lives again',
  args: { trialOffered: true, changed: () => ({ url: '#card-page' }) },
  play: async ({ canvas, userEvent }) => {
    const button = await canvas.findByRole('button', { name: 'Start 30-day free trial' })
    await userEvent.click(button)
    await waitFor(() => expect(window.location.hash).toBe('#card-page'))
    await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'))
    bringPageBack()
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
  },
}

export const CardBroughtBack: Story = {
  name: '(ux 32) (ux 39) Own plan, Back from changing the card',
  args: { subscriptions: [subscription()], changed: () => ({ url: '#card-page' }) },
  play: async ({ canvas, userEvent }) => {
    const button = await canvas.findByRole('button', { name: subscriptionTexts.changeCard })
    await userEvent.click(button)
    await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'))
    bringPageBack()
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
  },
}

export const AddOnsToPick: Story = {
  name: '[SUB-03] Plans with the add-ons, and one that cannot be opened',
  args: { me: { exp_data: { subscription_nerdy: 'addons' } }, changed: () => aRefusal(503, 'Not now') },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /^Subscribe/ }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Not now')
  },
}

export const Active: Story = {
  name: '[SUB-05] Active',
  args: { subscriptions: [subscription()], me: { tags: ['subscription_active'], nickname: 'Alex' } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('Active'))
    await isSeen(() => canvas.getByText('Ending in 4242'))
  },
}

const addOns = subscription({ id: 'sub-2', tag: 'premium_addons', price: 7, card_last4: '0341' })

export const WithAddOns: Story = {
  name: '[SUB-11][SUB-05] A plan and the add-ons, each with its own way to leave',
  args: {
    subscriptions: [addOns, subscription({ status: 'past_due' })],
    me: { tags: ['subscription_active', 'subscription_pastdue'] },
    changed: () => ({ results: [{ ...addOns, cancel_at_period_end: true }, subscription()], trial_offered: false }),
  },
  play: async ({ canvas, userEvent }) => {
    await isSeen(() => canvas.getByRole('region', { name: 'Elite' }))
    const names = canvas.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    await expect(names.slice(0, 2)).toEqual(['Elite', 'Elite add-ons'])
    await isSeen(() => canvas.getByRole('button', { name: 'Cancel Elite' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Cancel Elite add-ons' }))
    await isSeen(() => canvas.getByRole('dialog', { name: 'Cancel Elite add-ons?' }))
    await userEvent.click(await canvas.findByRole('button', { name: subscriptionTexts.cancelYes }))
    await isSeen(() => canvas.getByText(/We won’t charge you again\.$/))
    await expect(canvas.getAllByRole('status')[0]).toHaveTextContent(
      /^You’re on Elite\. Next charge .*\. Your Elite add-ons plan ends .*\.$/,
    )
    await isSeen(() => canvas.getByRole('button', { name: 'Cancel Elite' }))
  },
}

export const Trial: Story = {
  name: '[SUB-06] A trial',
  args: { subscriptions: [subscription({ status: 'trialing', trial_end: '2026-12-21T17:00:00.000Z' })] },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(/Free until/))
  },
}

export const Ending: Story = {
  name: '[SUB-11] It ends with the month, and cannot be kept just now',
  args: { subscriptions: [subscription({ cancel_at_period_end: true, refundable: true })] },
  play: async ({ canvas, userEvent }) => {
    await isSeen(() => canvas.getByText(/^Ends Mon, Dec\s21/))
    const term = (text: string) => canvas.queryAllByRole('term').some(({ textContent }) => textContent === text)
    await expect([term('Ends'), term('Next charge')]).toEqual([true, false])
    await isSeen(() => canvas.getByRole('button', { name: subscriptionTexts.otherPlan }))
    await userEvent.click(await canvas.findByRole('button', { name: subscriptionTexts.resume }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Not now')
  },
}

export const PastDue: Story = {
  name: '[SUB-05] Payment failed',
  args: { subscriptions: [subscription({ status: 'past_due' })], me: { tags: ['subscription_pastdue'] } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(/past due/))
    await waitFor(() => expect(canvas.getAllByRole('button', { name: subscriptionTexts.changeCard })).toHaveLength(1))
  },
}

export const PastDueCanceled: Story = {
  name: '[SUB-11] A plan whose payment failed is canceled at once',
  args: {
    subscriptions: [subscription({ status: 'past_due' })],
    me: { tags: ['subscription_pastdue'] },
    changed: () => ({ results: [subscription({ status: 'canceled' })], trial_offered: false }),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: subscriptionTexts.cancel }))
    await isSeen(() => canvas.getByText(subscriptionTexts.cancelUnpaidText))
    await userEvent.click(await canvas.findByRole('button', { name: subscriptionTexts.cancelYes }))
    await isSeen(() => canvas.getByRole('heading', { level: 1, name: subscriptionTexts.pick }))
  },
}

export const TrialRefused: Story = {
  name: '[SUB-06] Back from the card page without the trial',
  args: {
    path: webPaths.subscriptionDone(),
    subscriptions: [subscription({ status: 'canceled', trial_end: '2999-01-01T00:00:00.000Z' })],
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(subscriptionTexts.trialRefusedTitle))
  },
}

export const FromUs: Story = {
  name: 'A plan that operations gave',
  args: { me: { tags: ['subscription_active'], subscriptions_active: ['nerdify_basic'] } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(subscriptionTexts.byOperations))
  },
}

export const Canceling: Story = {
  name: '[SUB-11] The second step of leaving, and it cannot be done just now',
  args: { subscriptions: [subscription()] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: subscriptionTexts.cancel }))
    await userEvent.click(await canvas.findByRole('button', { name: subscriptionTexts.cancelYes }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Not now')
  },
}

export const Refund: Story = {
  name: '[PUB-03] The month is refunded',
  args: { subscriptions: [subscription({ refundable: true })] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: subscriptionTexts.refund }))
    await isSeen(() => canvas.getByRole('button', { name: subscriptionTexts.refundYes }))
  },
}

export const ChangeOutdated: Story = {
  name: '[SUB-11] The price of a change is different by now',
  args: {
    subscriptions: [subscription()],
    preview: { tag: 'nerdify_basic', due_now: 0, credit: 12.4, price: 7, at: 1 },
    changed: () => aRefusal(409, 'The price of this change is different now. Please check it again.'),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: subscriptionTexts.otherPlan }))
    await userEvent.click(await canvas.findByRole('button', { name: subscriptionTexts.preview }))
    await userEvent.click(await canvas.findByRole('button', { name: subscriptionTexts.changeTo('Premium') }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/Please check it again/)
    await isSeen(() => canvas.getByRole('button', { name: subscriptionTexts.preview }))
  },
}

export const OtherPlan: Story = {
  name: '[SUB-11] Another plan, with its price now',
  args: {
    subscriptions: [subscription()],
    preview: { tag: 'nerdify_basic', due_now: 0, credit: 12.4, price: 7, at: 1 },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: subscriptionTexts.otherPlan }))
    await userEvent.click(await canvas.findByRole('button', { name: subscriptionTexts.preview }))
    await isSeen(() => canvas.getByText(/\$12\.40 goes toward your next months at \$7/))
    await isSeen(() => canvas.getByRole('button', { name: 'Change to Premium' }))
  },
}

export const Nickname: Story = {
  name: '[SUB-03] Nickname, not saved',
  args: { subscriptions: [subscription()], me: { nickname: 'Alex' } },
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole('textbox', { name: nicknameTexts.label })
    await waitFor(() => expect(canvas.queryByRole('button', { name: nicknameTexts.submit })).toBeNull())
    await userEvent.type(field, 'ander the very great of the far side of the moon')
    await isSeen(() => canvas.getByRole('button', { name: nicknameTexts.submit }))
  },
}

let saving = Promise.withResolvers<unknown>()

export const NicknameTypedOn: Story = {
  name: '[UI-08] (ux 29) (ux 51) Nickname typed during its save: kept, and the next key clears a refusal',
  args: { subscriptions: [subscription()], me: { nickname: 'Alex' }, changed: () => saving.promise },
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole('textbox', { name: nicknameTexts.label })
    const submit = () => canvas.findByRole('button', { name: nicknameTexts.submit })
    const send = async () => {
      saving = Promise.withResolvers()
      await userEvent.click(await submit())
      await waitFor(() => expect(canvas.getByText(nicknameTexts.saving)).toBeVisible())
    }
    await userEvent.clear(field)
    await userEvent.type(field, 'Ann')
    await send()
    await userEvent.type(field, 'a')
    saving.resolve(aClientAnswer({ nickname: 'Ann' }))
    await submit()
    await waitFor(() => expect(field).toHaveValue('Anna'))

    await send()
    saving.resolve(aRefusal(422, 'Not this one'))
    await isSeen(() => canvas.getByText('Not this one'))
    await userEvent.type(field, '!')
    await waitFor(() => expect(canvas.queryByText('Not this one')).toBeNull())

    await send()
    saving.resolve(aClientAnswer({ nickname: 'Anna!' }))
    await isSeen(() => canvas.getByText(nicknameTexts.saved))
    await waitFor(() => expect(canvas.queryByRole('button', { name: nicknameTexts.submit })).toBeNull())
  },
}

export const NoEmail: Story = {
  name: '[SUB-04] Without an e-mail it leads to My info',
  args: { me: { email: null } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(`Leads to ${webPaths.myInfo()}`))
  },
}
