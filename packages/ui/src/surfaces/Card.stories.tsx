import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, waitFor } from 'storybook/test'
import { BottomBar } from '../order/BottomBar.tsx'
import { NerdBadge } from '../page/Brand.tsx'
import { Button } from '../actions/Button.tsx'
import { Card, CardBody } from './Card.tsx'
import { Cluster } from '../page/Layout.tsx'
import { Money } from '../order/Money.tsx'
import { PriceActions, PriceNote, PriceRow, PriceRows, PriceTotal } from '../order/PriceSummary.tsx'

const meta = { title: 'Showing/Card and price' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const Summary = ({ amount, updating = false }: { amount: string | undefined; updating?: boolean }) => (
  <Card title="Your order" badge={<NerdBadge size="small" />}>
    <PriceRows>
      <PriceRow term="Essay (writing)">2 pages</PriceRow>
      <PriceRow term="Subject">History</PriceRow>
      <PriceRow term="Deadline">next</PriceRow>
      <PriceRow term="Price">$42.00</PriceRow>
      <PriceRow term="Coupon FRIEND20" discount>
        −$20.00
      </PriceRow>
    </PriceRows>
    <PriceTotal label="Total" amount={amount} updating={updating} />
    <PriceActions>
      <Button variant="primary" block="full">
        Get it done
      </Button>
      <PriceNote>You pay at the end.</PriceNote>
    </PriceActions>
  </Card>
)

export const PriceSummary: Story = { render: () => <Summary amount="$22.00" /> }
export const NoPriceYet: Story = { render: () => <Summary amount={undefined} /> }
export const Updating: Story = { render: () => <Summary amount="$22.00" updating /> }

export const PlainCard: Story = {
  render: () => (
    <Card title="Next">
      <CardBody>
        <p>A Nerd picks up your order.</p>
      </CardBody>
    </Card>
  ),
}

export const MoneyLooks: Story = {
  render: () => (
    <Cluster>
      <Money size="total">$42.00</Money>
      <Money>$7</Money>
      <Money look="plain">$38.00</Money>
    </Cluster>
  ),
}

function ChangingTotal() {
  const [cents, setCents] = useState(4200)
  return (
    <>
      <PriceTotal label="Total" amount={`$${(cents / 100).toFixed(2)}`} />
      <Button onClick={() => setCents(cents + 2100)}>One page more</Button>
    </>
  )
}

export const AnnouncedOnceStable: Story = {
  name: '(ux 23) announces a new total once it is stable for a second, not at every change',
  render: () => <ChangingTotal />,
  play: async ({ canvas, userEvent }) => {
    const announcements: string[] = []
    const status = canvas.getByRole('status')
    new MutationObserver(() => announcements.push(status.textContent)).observe(status, {
      subtree: true,
      childList: true,
      characterData: true,
    })
    await userEvent.click(canvas.getByRole('button'))
    await userEvent.click(canvas.getByRole('button'))
    await expect(canvas.getByText('$84.00')).toBeVisible()
    await expect(announcements).toEqual([])
    await waitFor(() => expect(announcements).toEqual(['Total $84.00']))
  },
}

export const PhoneBar: Story = {
  parameters: { layout: 'fullscreen' },
  render: () => (
    <BottomBar label="Total" amount="$22.00">
      <Button variant="primary">Get it done</Button>
    </BottomBar>
  ),
}

export const PhoneBarWithActionOnly: Story = {
  parameters: { layout: 'fullscreen' },
  render: () => (
    <BottomBar>
      <Button variant="primary">Next</Button>
    </BottomBar>
  ),
}
