import type { OptionalGroup } from '@nerdify/domain/consent/consent.ts'

/** The words of the consent popup (CONS-02). */
export const consentTexts = {
  title: 'Cookies',
  lead: 'What keeps you signed in is always on. We ask before using anything else.',
  acceptAll: 'Accept all',
  decline: 'Decline',
  preferences: 'Preferences',
  preferencesTitle: 'Cookie preferences',
  allowSelection: 'Allow selection',
  essential: 'Essential',
  essentialNote: 'Sign-in and security. Always on.',
  groups: {
    marketing: { label: 'Marketing', note: 'Offers that fit you.' },
    performance: { label: 'Performance', note: 'Shows us what is slow or broken.' },
    functional: { label: 'Functional', note: 'Remembers your choices.' },
  } satisfies Record<OptionalGroup, { label: string; note: string }>,
  saved: 'Your cookie choice is saved.',
} as const
