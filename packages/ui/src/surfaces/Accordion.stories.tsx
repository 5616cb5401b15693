import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { Accordion, AccordionItem } from './Accordion.tsx'

const meta = { title: 'Showing/Accordion', component: Accordion } satisfies Meta<typeof Accordion>
export default meta
type Story = StoryObj<typeof meta>

export const Questions: Story = {
  name: 'each section opens independently, and an address that ends in its id opens it',
  args: {
    children: (
      <>
        <AccordionItem id="charged" summary="When am I charged?" open>
          <p>Your trial is free for 30 days.</p>
        </AccordionItem>
        <AccordionItem id="fails" summary="What if a payment fails?">
          <p>We try your card again.</p>
        </AccordionItem>
      </>
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('We try your card again.')).not.toBeVisible()
    window.location.hash = '#fails'
    await waitFor(() => expect(canvas.getByText('We try your card again.')).toBeVisible())
    await expect(canvas.getByText('Your trial is free for 30 days.')).toBeVisible()
    window.history.replaceState(null, '', window.location.href.replace('#fails', ''))
  },
}
