import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Client } from '@nerdify/contract/client.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, waitFor } from 'storybook/test'
import { aClientAnswer } from '../testing/a-client-answer.ts'
import { answerCalls } from '@nerdify/browser/testing/answered-calls.ts'
import { createQueryClient } from '../api/queries.ts'
import { localStore, tabStore } from '@nerdify/browser/browser-storage.ts'
import { Component as NotFoundScreen } from '../features/not-found/NotFoundScreen.tsx'
import { Component as OfflineScreen } from '../features/offline/OfflineScreen.tsx'
import { consentTexts } from '../texts/consent.ts'
import { frameTexts } from '../texts/frame.ts'
import { installTexts } from '../texts/install.ts'
import { Main, PageFrame } from '@nerdify/ui/page/PageFrame.tsx'
import { ScreenError } from './ScreenError.tsx'
import { ClientLayout, FlowLayout } from './ClientLayout.tsx'
import { Consent } from './consent/Consent.tsx'
import { Component as InstallBanner } from './install/InstallBanner.tsx'
import { isFirstVisit } from './install/install-offer.ts'
import { LoadingBar } from './LoadingBar.tsx'
import { lazyScreen } from '@nerdify/browser/lazy-screen.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { PublicLayout } from './PublicLayout.tsx'
import { ShellFrame } from './ShellFrame.tsx'
import { isSeen } from '../testing/story-steps.ts'

interface PageProps {
  layout: ComponentType
  Screen: ComponentType
  /** A bar or a popup that every page has. */
  Overlay?: ComponentType
  me?: Partial<Client>
  /** The visitor's country. */
  country?: string
}

/** A screen in its layout. */
function Page({ layout, Screen, Overlay }: PageProps) {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[webPaths.myInfo()]}>
        {Overlay && <Overlay />}
        <Routes>
          <Route Component={layout}>
            <Route path="*" Component={Screen} />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>
  )
}

const meta: Meta<PageProps> = {
  title: 'Screens/Frame',
  component: Page,
  parameters: { layout: 'fullscreen' },
  args: { layout: PublicLayout, Screen: NotFoundScreen },
  beforeEach: ({ args: { me, country } }) =>
    answerCalls(({ pathname }) => {
      if (pathname === apiPaths.me()) return aClientAnswer(me)
      return pathname === apiPaths.visitor() && country !== undefined ? { country_code: country } : undefined
    }),
}
export default meta
type Story = StoryObj<PageProps>

export const NotFound: Story = { name: '[PUB-08] No such page' }

export const Offline: Story = { name: '[UI-05] The offline page', args: { Screen: OfflineScreen } }

export const ScreenBroken: Story = {
  name: '(ux 54) A screen that could not be loaded',
  args: { Screen: ScreenError },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('button', { name: frameTexts.tryAgain }))
  },
}

export const DeviceOffline: Story = {
  name: '[UI-08] (ux 54) The device is offline',
  args: { Overlay: OfflineBar },
  beforeEach() {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
    // Restores the browser's own value.
    return () => void Reflect.deleteProperty(navigator, 'onLine')
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(frameTexts.offline))
  },
}

/** A screen whose code never arrives. */
const PendingScreen = lazyScreen(() => new Promise(() => undefined))

export const ScreenLoading: Story = {
  name: '[UI-08] The next screen is loading',
  args: { Overlay: LoadingBar, Screen: PendingScreen },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('progressbar', { name: frameTexts.loading }))
  },
}

export const Menu: Story = {
  name: '[UI-01][STATE-16] The menu of a client',
  args: { layout: ClientLayout, me: { orders_count: 1204 } },
  play: async ({ canvas, userEvent }) => {
    await canvas.findAllByText('1204')
    const menu = canvas.queryByRole('button', { name: 'Menu' })
    if (menu !== null) await userEvent.click(menu)
    await isSeen(() => canvas.getAllByRole('link', { name: /My tasks/ }).at(-1) as HTMLElement)
    await isSeen(() => canvas.getAllByText(frameTexts.special).at(-1) as HTMLElement)
  },
}

export const MenuWithoutReferrals: Story = {
  name: '[UI-01][REF-03] The menu of a client whose plan comes from us, without referrals',
  args: { layout: ClientLayout, me: { tags: ['nerdify_top_50', 'NOreferral'] } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('main'))
    await waitFor(() => expect(canvas.queryByText(frameTexts.referralLink)).toBeNull())
  },
}

export const MenuWithVipPhone: Story = {
  name: '[WAIT-07] The menu of a client whose plan has a VIP phone',
  args: { layout: ClientLayout, me: { vip_phone: '+1 212 555 0100' } },
  play: async ({ canvas, userEvent }) => {
    await canvas.findAllByText('My tasks')
    await userEvent.click(
      canvas.queryByRole('button', { name: 'Menu' }) ?? canvas.getByRole('button', { name: frameTexts.more }),
    )
    const link = await canvas.findByRole('link', { name: 'VIP phone +1 212 555 0100' })
    await waitFor(() => expect(link).toHaveAttribute('href', 'tel:+12125550100'))
    await isSeen(() => link)
  },
}

export const Flow: Story = { name: '[UI-01] The slim top bar of the order flow', args: { layout: FlowLayout } }

/** A visitor without a stored consent. */
const asNewVisitor = () => {
  localStore.remove('nerdify.consent')
  return () => localStore.remove('nerdify.consent')
}

export const ConsentPopup: Story = {
  name: '[CONS-01][CONS-02] The consent popup, and its preferences',
  args: { Overlay: Consent, country: 'DE' },
  beforeEach: asNewVisitor,
  play: async ({ canvas, userEvent }) => {
    await isSeen(() => canvas.getByText(consentTexts.lead))
    await userEvent.click(await canvas.findByRole('button', { name: consentTexts.preferences }))
    await waitFor(() =>
      expect(canvas.getByRole('checkbox', { name: new RegExp(`^${consentTexts.essential}`) })).toBeDisabled(),
    )
    await userEvent.click(
      await canvas.findByRole('checkbox', { name: new RegExp(`^${consentTexts.groups.performance.label}`) }),
    )
    await isSeen(() => canvas.getByRole('button', { name: consentTexts.allowSelection }))
  },
}

/** A phone on a later visit, with an install prompt. */
const asLaterVisitor = () => {
  isFirstVisit(localStore, tabStore)
  tabStore.remove('nerdify.firstVisit')
  localStore.remove('nerdify.installClosed')
  const event = Object.assign(new Event('beforeinstallprompt'), { prompt: async () => ({ outcome: 'dismissed' }) })
  window.dispatchEvent(event)
}

export const Install: Story = {
  name: '[UI-05][UI-06] (ux 58) The offer to install the app, only on a phone',
  args: { layout: ClientLayout, Screen: InstallBanner },
  beforeEach: asLaterVisitor,
  play: async ({ canvas, userEvent }) => {
    if (window.innerWidth >= 900) {
      await waitFor(() => expect(canvas.queryByText(installTexts.title)).toBeNull())
      return
    }
    await isSeen(() => canvas.getByText(installTexts.text))
    await userEvent.click(await canvas.findByRole('button', { name: installTexts.add }))
    await waitFor(() => expect(canvas.queryByText(installTexts.text)).toBeNull())
  },
}

/** A signed-in person, as a shell detects them before the first paint. */
const signedIn = () => {
  document.documentElement.dataset.client = ''
  return () => void delete document.documentElement.dataset.client
}

const shell = () => (
  <ShellFrame
    client={
      <PageFrame>
        <Main>
          <h1>What a client sees</h1>
        </Main>
      </PageFrame>
    }
  />
)

export const ShellSignedIn: Story = {
  name: 'A shell for a signed-in person',
  beforeEach: signedIn,
  render: shell,
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('What a client sees'))
    await waitFor(() => expect(canvas.getByText('What a client sees').closest('[inert]')).not.toBeNull())
  },
}

export const ShellSignedOut: Story = {
  name: 'A shell for a signed-out person',
  render: shell,
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('What a client sees')).not.toBeVisible())
  },
}
