import { answerCalls, aRefusal, type Call, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { Discount } from '@nerdify/contract/operations.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { changedMeanwhile } from '@nerdify/contract/version-words.ts'
import type { StaffRole } from '@nerdify/domain/staff/staff-rights.ts'
import { aPriceTable, someServicePrices } from '@nerdify/domain/testing/a-price-table.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { aClerk, DeskStory } from '../../testing/DeskStory.tsx'
import { CouponScreen, NewCouponScreen } from './CouponScreen.tsx'
import { CouponsScreen } from './CouponsScreen.tsx'
import { pressOffline } from '../../testing/press-offline.ts'

const coupon: Discount = {
  code: 'ESSAY10',
  version: 'v1',
  gift: { kind: 'percent', percent: 10 },
  most_uses: 100,
  used: 1,
  left: 99,
  over: false,
}
const gone: Discount = {
  code: 'OLD10',
  version: 'v1',
  gift: { kind: 'free', add_ons: ['draft_needed', 'vip_support'] },
  expires_at: '2026-11-01T08:00:00.000Z',
  used: 0,
  left: null,
  over: true,
}
const uses = { results: [{ order_id: 'o1', number: '4826300', client_id: 'client-1', discount: 12.6 }], next: null }

interface CouponsProps {
  path: string
  list?: () => unknown
  coupon?: () => Discount
  write?: (call: Call) => unknown
  role?: StaffRole
}

const CouponsAt = ({ path, role = 'lead' }: CouponsProps) => {
  const me = { ...aClerk, role }
  return (
    <DeskStory
      path={path}
      screens={{
        [deskPaths.coupons()]: <CouponsScreen me={me} />,
        [deskPaths.newCoupon()]: <NewCouponScreen me={me} />,
        [deskPaths.coupon(':code')]: <CouponScreen me={me} />,
      }}
    />
  )
}

const meta = {
  title: 'Desk/Coupons',
  component: CouponsAt,
  parameters: { layout: 'fullscreen' },
  args: { path: deskPaths.coupon('ESSAY10') },
  beforeEach({ args: { list, coupon: read, write } }) {
    sessionStorage.clear()
    return answerCalls(({ pathname }, call) => {
      if (call.method !== 'GET') return write?.(call)
      if (pathname === opsPaths.discounts()) return list?.() ?? { results: [coupon, gone], next: null }
      if (pathname === opsPaths.prices()) return { rates: aPriceTable, services: someServicePrices, late_credit: [] }
      return pathname === opsPaths.discountUses('ESSAY10') ? uses : (read?.() ?? coupon)
    })
  },
} satisfies Meta<typeof CouponsAt>
export default meta
type Story = StoryObj<typeof meta>

/** [DESK-05] Coupons with their uses and end, and the keys through them. */
export const List: Story = {
  args: { path: deskPaths.coupons() },
  async play({ canvas }) {
    await expect(await canvas.findByText('Draft, VIP Support free')).toBeVisible()
    await userEvent.keyboard('j{Enter}')
    await expect(await canvas.findByRole('heading', { name: 'ESSAY10', level: 1 })).toBeVisible()
  },
}
export const Empty: Story = {
  args: { path: deskPaths.coupons(), list: () => ({ results: [], next: null }) },
  play: async ({ canvas }) => expect(await canvas.findByText('No coupons yet')).toBeVisible(),
}
export const Loading: Story = { args: { path: deskPaths.coupons(), list: noAnswerYet } }

/** [DESK-05] A clerk reads who used a coupon, and neither changes nor ends it. */
export const OfAClerk: Story = {
  args: { role: 'clerk' },
  async play({ canvas }) {
    await expect(await canvas.findByRole('link', { name: '4826300' })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /Save|Switch off/ })).toBeNull()
  },
}

/** The coupon's states at the server, newest last, and its answers by idempotency key. */
const stored: Discount[] = []
const answers = new Map<string | null, Discount>()
function forgetCoupons() {
  stored.length = 0
  answers.clear()
}
function storeCoupon({ method, key }: Call): Discount {
  const answer = answers.get(key) ?? { ...coupon, version: `v${stored.length + 2}`, over: method === 'POST' }
  if (!answers.has(key)) stored.push(answer)
  answers.set(key, answer)
  return answer
}

/** [DESK-05][OPS-16] Switching off says what follows, and ends the coupon at once. */
export const SwitchOff: Story = {
  args: { coupon: () => stored.at(-1) ?? coupon, write: storeCoupon },
  beforeEach: forgetCoupons,
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Switch off now' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Switch off now' }))
    await waitFor(() => expect(canvas.getByText('The coupon is off.')).toBeVisible())
    await expect(canvas.queryByRole('button', { name: 'Switch off now' })).toBeNull()
  },
}

export const SwitchOffAgain: Story = {
  name: '[OPS-16][API-11] A coupon that is in force again can be switched off again',
  ...SwitchOff,
  async play({ canvas }) {
    const switchOff = async () => {
      await userEvent.click(await canvas.findByRole('button', { name: 'Switch off now' }))
      const dialog = within(await screen.findByRole('dialog'))
      await userEvent.click(dialog.getByRole('button', { name: 'Switch off now' }))
      await waitFor(() => expect(canvas.getByText('The coupon is off.')).toBeVisible())
    }
    await switchOff()
    await userEvent.type(canvas.getByLabelText('How much'), '5')
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await canvas.findByRole('button', { name: 'Switch off now' })
    await expect(canvas.queryByText('The coupon is off.')).toBeNull()
    await switchOff()
    await expect(stored.map(({ over }) => over)).toEqual([true, false, true])
  },
}

/** [DESK-05] A code that another coupon has is refused at its field, and the typed words stay. */
export const TakenCode: Story = {
  args: {
    path: deskPaths.newCoupon(),
    write: () => aRefusal(409, 'Ines changed this.', { error_type: changedMeanwhile, error_value: 'version' }),
  },
  async play({ canvas }) {
    await userEvent.type(await canvas.findByLabelText('Code'), 'ESSAY10')
    await userEvent.type(canvas.getByLabelText('How much'), '15{Enter}')
    await expect(await canvas.findByText(/^A coupon has this code already/)).toBeVisible()
    await expect(canvas.getByLabelText('How much')).toHaveValue('15')
  },
}

export const TriedOnSamples: Story = {
  name: '[DESK-05] Typed terms of a coupon show what three sample orders would cost with it',
  async play({ canvas }) {
    const value = await canvas.findByLabelText('How much')
    await userEvent.clear(value)
    await userEvent.type(value, '50')
    const samples = await canvas.findByRole('table', { name: 'Three sample orders would cost with it' })
    await expect(within(samples).getAllByRole('row')).toHaveLength(4)
    await expect(within(samples).getAllByText(/^−\$/)).toHaveLength(3)
  },
}

export const OfflineCoupon: Story = {
  name: '[API-11][DESK-05] A coupon that the connection loses keeps its terms and is put in force once',
  args: { path: deskPaths.newCoupon(), write: () => coupon },
  async play({ canvas }) {
    await userEvent.type(await canvas.findByLabelText('Code'), 'ESSAY15')
    await userEvent.type(canvas.getByLabelText('How much'), '15')
    await pressOffline({
      press: () => userEvent.type(canvas.getByLabelText('Code'), '{Enter}'),
      seeWords: () => expect(canvas.getByLabelText('How much')).toHaveValue('15'),
    })
  },
}

export const OfflineSwitchOff: Story = {
  name: '[API-11][OPS-16] Switching off that the connection loses is sent once',
  args: { write: () => ({ ...coupon, over: true }) },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Switch off now' }))
    const dialog = within(await screen.findByRole('dialog'))
    await pressOffline({
      press: () => userEvent.click(dialog.getByRole('button', { name: 'Switch off now' })),
      seeWords: () => expect(dialog.getByRole('button', { name: 'Switch off now' })).toBeVisible(),
    })
  },
}
