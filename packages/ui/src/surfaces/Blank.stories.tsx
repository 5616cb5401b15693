import type { Meta, StoryObj } from '@storybook/react-vite'
import { Blank } from './Blank.tsx'
import { NerdBadge } from '../page/Brand.tsx'
import { buttonClass } from '../actions/Button.tsx'

const meta = {
  title: 'Showing/Blank',
  component: Blank,
  args: {
    head: 'No tasks yet',
    mark: <NerdBadge size="small" />,
    title: 'A clean page.',
    children: 'Tell us what’s due and when. You’ll see the price before you pay.',
    actions: (
      <a className={buttonClass({ variant: 'primary' })} href="#new">
        Get Started
      </a>
    ),
  },
} satisfies Meta<typeof Blank>
export default meta
type Story = StoryObj<typeof meta>

export const EmptyList: Story = {}

export const NotFound: Story = {
  args: {
    head: 'Page 404',
    mark: 'Left blank',
    level: 1,
    title: 'Ooops..',
    children: "We can't find the page you're looking for.",
    actions: (
      <>
        <a className={buttonClass({ variant: 'primary' })} href="#login">
          Log in
        </a>
        <a className={buttonClass()} href="#contact">
          Contact us
        </a>
      </>
    ),
  },
}
