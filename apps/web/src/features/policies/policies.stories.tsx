import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'

import { isSeen } from '../../testing/story-steps.ts'
import { answerCalls } from '@nerdify/browser/testing/answered-calls.ts'
import { StoryPage } from '../../testing/StoryPage.tsx'
import { Component as PrivacyPolicyScreen } from './PrivacyPolicyScreen.tsx'
import { Component as RefundsScreen } from './RefundsScreen.tsx'
import { Component as TermsScreen } from './TermsScreen.tsx'

const screens = {
  [webPaths.privacyPolicy()]: PrivacyPolicyScreen,
  [webPaths.terms()]: TermsScreen,
  [webPaths.refunds()]: RefundsScreen,
}

const Policies = ({ path }: { path: string }) => <StoryPage path={path} screens={screens} />

const meta = {
  title: 'Screens/Policies',
  component: Policies,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof Policies>
export default meta
type Story = StoryObj<typeof meta>

export const Privacy: Story = { name: '[PUB-01] Privacy', args: { path: webPaths.privacyPolicy() } }
export const Terms: Story = { name: '[PUB-02] Terms', args: { path: webPaths.terms() } }
export const Refunds: Story = {
  name: '[PUB-03][PUB-04][WAIT-05] Policies, with the credit for late work',
  args: { path: webPaths.refunds() },
  // Operations have a table of late credit (WAIT-05).
  beforeEach: () =>
    answerCalls(({ pathname }) =>
      pathname === apiPaths.lateCredit() ? { steps: [{ hours_late: 0, percent: 10 }] } : undefined,
    ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByText('Refunds', { selector: 'summary *, summary' }))
    await isSeen(() => canvas.getByText(/If your work is late.*10%/))
  },
}
