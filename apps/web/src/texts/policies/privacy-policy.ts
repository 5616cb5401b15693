import type { PolicySection } from './policy-section.ts'

/** The privacy policy (PUB-01). */
export const privacyPolicyTexts = {
  title: 'Privacy Policy',
  description: 'What Nerdify keeps about you, what we use it for, who sees it, and how to download or delete it.',
  updated: 'Last updated May 25, 2018',
} as const

/** Its five sections, in order. */
export const privacyPolicySections: readonly PolicySection[] = [
  {
    id: 'introduction',
    title: 'Introduction',
    paragraphs: [
      'Nerdify brings students together with experts, the Nerds, who help with homework. To do that we need to know some things about you. This page says what, why, and what you can do about it.',
      'It is for everyone who visits these pages or orders here. Nerdify is not for people under 18.',
    ],
  },
  {
    id: 'collection-of-information',
    title: 'Collection of Information',
    paragraphs: [
      'You tell us your phone number and your e-mail, so that you can log in without a password and hear about your tasks.',
      'With each task we keep what you write and choose: its type, subject, size and deadline, the description, the files, and later your rating and what you write with it.',
      'Card payments are made on the pages of our card provider. Your card number never comes to us; we keep the amount, the time and the last four digits for the receipt.',
      'Our servers see the IP address of each request. It tells us the country you are in and keeps others from trying codes in your name.',
      'We set no cookies ourselves. Your browser’s own storage keeps you signed in and keeps drafts of what you type, until you sign out.',
      'If you allow more than the essential under “Cookies”, at the end of each page, a Google tag may set its own cookies. You can change your mind there.',
    ],
  },
  {
    id: 'use-of-information',
    title: 'Use of information',
    paragraphs: [
      'We use what you tell us to do your task: to find a Nerd, to tell them what to do, to charge the price you saw, and to bring you the result.',
      'We write to you about your sign-in, your tasks and your payments. We send advertising only if you agree, and we never check that box for you. You can stop it at any time.',
      'We keep records of payments for our books, and logs without your name or contact details to keep the service running.',
    ],
  },
  {
    id: 'sharing-information-and-affiliate-disclosure',
    title: 'Sharing information and Affiliate Disclosure',
    paragraphs: [
      'The Nerd who does your task sees the task and its files. They do not see your phone number or your e-mail.',
      'Companies that work for us get what their work needs and nothing more: the card provider for payments, the message provider for texts, the e-mail provider for e-mail, and Google for the statistics and advertising that you allowed.',
      'We do not sell what we know about you.',
      'If you come through a friend’s referral link, your first order costs $20 less, and your friend gets $20 on their balance once we deliver your work. Your friend sees how many people came and ordered, not who they are.',
    ],
  },
  {
    id: 'your-choices-and-data-rights',
    title: 'Your choices and data rights',
    paragraphs: [
      'In My info you can change your e-mail, and download everything we keep about your account as one file.',
      'You can also delete your account there. You have 7 days to change your mind. Then we erase everything personal, except what the next two paragraphs name. Records of payments stay, without personal data.',
      'If you paid for an order or had a trial, we keep codes made from your phone number, e-mail and cards for up to three years. Nobody can read your number, address or card from them. They only tell us that a discount for first orders, a friend’s discount or a trial was used before; then we delete them.',
      'Reply STOP to a text, or use the unsubscribe link in an e-mail, and those messages end at once. We keep that number or address, even after your account is deleted, so that it stays that way.',
      'For anything else about your data, contact us.',
    ],
  },
]
