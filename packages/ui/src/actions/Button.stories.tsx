import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { Button, buttonClass, IconButton } from './Button.tsx'
import { TrashIcon } from './FileIcons.tsx'
import { CloseIcon, DownloadIcon } from './Icons.tsx'
import { Cluster, Stack } from '../page/Layout.tsx'
import { BackLabel, LinkButton, linkClass } from './TextLink.tsx'

const meta = { title: 'Acting/Button', component: Button, args: { onClick: fn() } } satisfies Meta<typeof Button>
export default meta
type Story = StoryObj<typeof meta>

export const Primary: Story = { args: { variant: 'primary', children: 'Get it done' } }

export const BusyShowsItsVerbAndIgnoresClicks: Story = {
  name: '(ux 32) shows its verb while busy, keeps its width and ignores clicks',
  args: { variant: 'primary', busy: 'Saving', children: 'Save my details' },
  render: (args) => (
    <Stack>
      <Cluster>
        <Button variant="primary">{args.children}</Button>
      </Cluster>
      <Cluster>
        <Button {...args} />
      </Cluster>
    </Stack>
  ),
  play: async ({ args, canvas, userEvent }) => {
    const busy = await canvas.findByRole('button', { name: 'Saving' })
    const idle = canvas.getByRole('button', { name: 'Save my details' })
    await expect(busy.getBoundingClientRect().width).toBe(idle.getBoundingClientRect().width)
    await userEvent.click(busy)
    await expect(args.onClick).not.toHaveBeenCalled()
    await expect(busy).toHaveAttribute('aria-busy', 'true')
  },
}

export const BlockedTakesFocusAndClicks: Story = {
  name: '(ux 31) stays focusable and clickable while blocked',
  args: { variant: 'primary', blocked: true, children: 'Continue' },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Continue' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onClick).toHaveBeenCalledOnce()
    await expect(canvas.getByRole('button')).toHaveAttribute('aria-disabled', 'true')
  },
}

export const Variants: Story = {
  args: { children: 'Edit' },
  render: () => (
    <Stack>
      <Cluster>
        <Button variant="primary">Get it done</Button>
        <Button variant="primary" size="small">
          Pay $27.00
        </Button>
        <Button>Edit</Button>
        <Button size="small">
          <DownloadIcon />
          Download
        </Button>
        <Button blocked>Submit</Button>
      </Cluster>
      <Cluster>
        <Button variant="quiet">No, thanks</Button>
        <Button variant="quiet" blocked>
          No, thanks
        </Button>
        <Button variant="danger">Cancel order</Button>
        <IconButton label="Close">
          <CloseIcon />
        </IconButton>
        <IconButton label="Remove">
          <TrashIcon />
        </IconButton>
        <a className={buttonClass({ variant: 'primary', size: 'small' })} href="#pay">
          Pay as a link
        </a>
      </Cluster>
      <Button variant="primary" block="full">
        Full width
      </Button>
      <Button variant="primary" block="phone">
        Full on phones
      </Button>
      <Cluster gap={5}>
        <a className={linkClass()} href="#contact">
          Contact us
        </a>
        <a className={linkClass('back')} href="#back">
          <BackLabel>Back</BackLabel>
        </a>
        <p>
          Nothing yet? <LinkButton onClick={fn()}>Resend</LinkButton>
        </p>
      </Cluster>
    </Stack>
  ),
}
