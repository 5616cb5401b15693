import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { type BalanceChange, type BalancePage, balanceChangesPerPage } from '@nerdify/contract/client.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, waitFor } from 'storybook/test'
import { answerCalls } from '../../api/answered-calls.ts'
import { createQueryClient } from '../../api/queries.ts'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { Component as MyInfo } from './MyInfoScreen.tsx'

interface MyInfoProps {
  /** How many changes of the balance there are; undefined where they cannot be read. */
  changes: number | undefined
}

const change = (index: number): BalanceChange => ({
  id: `change-${index}`,
  at: new Date(Date.UTC(2026, 10, 20) - index * 86_400_000).toISOString(),
  amount: index % 3 === 0 ? -5 : 7.2,
  cause: 'cashback',
  order_number: String(48_213 - index),
})

function pageOf(changes: number, page: number): BalancePage {
  const all = Array.from({ length: changes }, (_, index) => change(index))
  return {
    results: all.slice(page * balanceChangesPerPage, (page + 1) * balanceChangesPerPage),
    page,
    pages: Math.ceil(changes / balanceChangesPerPage),
    total: changes,
  }
}

const answerOf = ({ pathname, searchParams }: URL, { changes }: MyInfoProps): unknown => {
  if (pathname === apiPaths.me()) {
    return {
      available_balance: 27,
      email: { email: 'alex@example.com' },
      announce_by: 'sms',
      delete_at: null,
      tags: [],
      orders_count: 1,
    }
  }
  if (pathname === apiPaths.marketingConsent()) {
    return { granted: false, wording: 'Text and e-mail me offers from Nerdify. Optional.', at: null }
  }
  if (pathname === apiPaths.myBalance() && changes !== undefined) {
    return pageOf(changes, Number(searchParams.get('page')))
  }
  return undefined
}

function MyInfoWith(_props: MyInfoProps) {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[webPaths.myInfo()]}>
        <PageFrame>
          <MyInfo />
        </PageFrame>
      </MemoryRouter>
    </QueryClientProvider>
  )
}

const meta = {
  title: 'Screens/My info',
  component: MyInfoWith,
  parameters: { layout: 'fullscreen' },
  beforeEach: ({ args }) => answerCalls((address) => answerOf(address, args as MyInfoProps)),
} satisfies Meta<typeof MyInfoWith>
export default meta
type Story = StoryObj<typeof meta>

/** [INFO-04] The e-mail first; of a long history five lines, and more by a press, where the focus goes on. */
export const LongHistory: Story = {
  args: { changes: 47 },
  async play({ canvas, userEvent }) {
    const lines = () => canvas.getAllByText(/^Cash-back of a coupon, order/).map((text) => text.closest('li'))
    await waitFor(() => expect(lines()).toHaveLength(5))
    const email = canvas.getByRole('textbox', { name: 'E-mail' })
    const heading = canvas.getByRole('heading', { name: 'History of your balance' })
    await expect(email.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)

    const more = () => canvas.getByRole('button', { name: /^Show more/ })
    for (const [left, shown] of [
      [42, 25],
      [22, 45],
      [2, 47],
    ] as const) {
      const before = lines().length
      await expect(more()).toHaveAccessibleName(`Show more (${left} left)`)
      more().focus()
      await userEvent.keyboard('{Enter}')
      await waitFor(() => expect(lines()).toHaveLength(shown))
      await waitFor(() => expect(lines()[before]).toHaveFocus())
    }
    await expect(canvas.queryByRole('button', { name: /^Show more/ })).toBeNull()
  },
}

/** [INFO-04] Five lines need no button. */
export const ShortHistory: Story = {
  args: { changes: 5 },
  async play({ canvas }) {
    await waitFor(() => expect(canvas.getAllByText(/^Cash-back of a coupon, order/)).toHaveLength(5))
    await expect(canvas.queryByRole('button', { name: /^Show more/ })).toBeNull()
  },
}

/** Nothing has happened yet. */
export const NoHistory: Story = { args: { changes: 0 } }

/** [UI-08] The history cannot be read; the rest of the page stands. */
export const HistoryNotRead: Story = {
  args: { changes: undefined },
  async play({ canvas }) {
    await waitFor(() => expect(canvas.getByRole('alert')).toHaveTextContent('Not now'), { timeout: 3000 })
    await expect(canvas.getByRole('textbox', { name: 'E-mail' })).toHaveValue('alex@example.com')
  },
}
