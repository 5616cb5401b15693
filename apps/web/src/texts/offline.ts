/** The words of the page that replaces every other page while the device is offline (UI-08, ux 54). */
export const offlineTexts = {
  title: 'You’re offline',
  description: 'Nerdify needs the internet to show this page.',
  head: 'No connection',
  headNote: 'Left blank',
  lead: 'This page needs the internet. We kept what you typed on this device.',
  tryAgain: 'Try again',
} as const
