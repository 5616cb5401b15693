import { lazyScreen } from '@nerdify/browser/lazy-screen.tsx'
import { Boundary } from '@nerdify/browser/Boundary.tsx'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { Suspense } from 'react'
import { expect } from 'storybook/test'
import { Screens } from '../Screens.tsx'
import { aClerk, DeskStory } from '../testing/DeskStory.tsx'
import { frameTexts } from '../texts/frame.ts'
import { ScreenError } from './ScreenError.tsx'

const meta: Meta<typeof DeskStory> = {
  title: 'Desk/Frame',
  component: DeskStory,
  parameters: { layout: 'padded' },
  args: { path: '/nowhere', screens: { '*': <Screens me={aClerk} /> } },
}
export default meta
type Story = StoryObj<typeof DeskStory>

export const Missing: Story = {
  name: '[DESK-01] An address without a screen leads to the queue',
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: frameTexts.missing })
    await expect(canvas.getByRole('link', { name: frameTexts.toQueue })).toHaveAttribute('href', '/')
  },
}

const Gone = lazyScreen(() => Promise.reject(new Error('404')))

export const FileGone: Story = {
  name: '[DESK-01] A screen whose file an update removed is loaded again at a press',
  args: {
    screens: {
      '*': (
        <Boundary path="/nowhere" fallback={<ScreenError />}>
          <Suspense>
            <Gone />
          </Suspense>
        </Boundary>
      ),
    },
  },
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: frameTexts.broken })
    await expect(canvas.getByRole('button', { name: frameTexts.reload })).toBeVisible()
  },
}
