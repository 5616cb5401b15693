import { maxFilesOfTask } from '@nerdify/domain/files/file-limits.ts'
import { fileFamilies, refusedFamilies } from '@nerdify/domain/files/file-types.ts'
import { reviewDays } from '../review-days.ts'
import { prohibitedRequestsId } from '@nerdify/contract/start-paths.ts'
import type { PolicySection } from './policy-section.ts'

/** Refunds and all policies (PUB-03). */
export const refundsTexts = {
  title: 'Refunds and policies',
  description:
    'Refunds within 30 days, what Nerdify refuses to do, subscriptions, liability and the other rules, in plain words.',
} as const

const endingsText = (endings: readonly string[]): string => endings.map((ending) => `.${ending}`).join(' ')

/** Its thirteen sections, in order; the facts are those of the specification's section 9. */
export const refundsSections: readonly PolicySection[] = [
  {
    id: 'terms-of-service',
    title: 'Terms of service',
    paragraphs: [
      'These sections belong to the Terms of Use. By placing an order you accept them. Nerdify is for people who are at least 18 years old.',
      'An order is an agreement about one task: its type, size, deadline and price, as you saw them when you paid.',
    ],
  },
  {
    id: 'messaging-program',
    title: 'Messaging program',
    paragraphs: [
      'We text or e-mail you codes and links to log in, and news of your tasks. How often depends on what you order; your carrier may charge you for texts.',
      'We send advertising only if you agree to it. Reply STOP to a text and we stop at once; every such e-mail has an unsubscribe link.',
    ],
  },
  {
    id: 'copyright',
    title: 'Copyright',
    paragraphs: [
      'What you upload stays yours. You allow us and your Nerd to use it for your task, and for nothing else.',
      'What a Nerd makes for you is for your own study and reference. If you believe that something here copies your work, contact us and name it.',
    ],
  },
  {
    id: 'refunds',
    title: 'Refunds',
    paragraphs: [
      `You may ask for a refund within 30 days. Say what was wrong; we review each request in ${reviewDays.refund}.`,
      'If the vendor who took your task can’t do it, we have 24 hours to find another vendor.',
      'A subscription is refunded within 30 days if its perks are unused; that refund is processed in 24 hours.',
      'Revisions are free: they’re often the quicker way to what you need.',
    ],
  },
  {
    id: 'safety',
    title: 'Safety',
    paragraphs: [
      'Keep your codes and links to yourself: nobody at Nerdify asks for them. Card numbers belong on the card provider’s page and nowhere else.',
      'Files reach you and your Nerd by links that expire. You can’t upload programs or scripts.',
      'Don’t exchange phone numbers or addresses with your Nerd. If something worries you, contact us.',
    ],
  },
  {
    id: prohibitedRequestsId,
    title: 'Prohibited requests',
    paragraphs: [
      'Our honor code: what you get here is for study and reference. You may learn from it, quote it and check your own work against it. Handing it in as your own work is not allowed.',
      'We refuse to:',
    ],
    list: [
      'take a live exam for you, or help while one is under way',
      'log in to a course or an account for you',
      'impersonate somebody, in writing, on the phone or on camera',
    ],
    after:
      'The law of the place where you live and study applies as well. Where it forbids such work, we do not offer it; a task that breaks these rules is refused before you pay.',
  },
  {
    id: 'content-rules',
    title: 'Content rules',
    paragraphs: [
      'Upload only what you may share. Nothing unlawful, threatening or degrading, no harmful programs, and no personal data of others that the task does not need.',
      'We may remove what breaks these rules, and close the account it came from.',
      `A file can be up to 100 MB, and a task can have up to ${maxFilesOfTask} files. We take these types, and anything in a .zip without a virus:`,
    ],
    list: fileFamilies.map(({ title, endings }) => `${title}: ${endingsText(endings)}.`),
    more: {
      paragraph: 'We refuse files that can do harm when they are opened, whatever their names say:',
      list: refusedFamilies.map(({ title, endings, advice }) => `${title}: ${endingsText(endings)}. ${advice}`),
    },
  },
  {
    id: 'subscription',
    title: 'Subscription',
    paragraphs: [
      'A subscription renews each month at the price that you saw until you cancel it. Canceling takes effect at the end of the period you paid for.',
      'If a card payment fails, the card is tried again for 2 weeks. A past-due payment is charged within 7 days after the last unsuccessful one.',
      'A subscription is refunded within 30 days if its perks are unused, and that refund is processed in 24 hours.',
    ],
  },
  {
    id: 'liability',
    title: 'Liability',
    paragraphs: [
      'Our liability for everything that comes from using Nerdify is limited to what you paid us in the last six months, or $250. Rights that the law gives you and that cannot be limited stay as they are.',
    ],
  },
  {
    id: 'disclaimer',
    title: 'Disclaimer',
    paragraphs: [
      'Nerds work with care, and no expert is right about everything: check what you learn here before you rely on it. We don’t guarantee a grade.',
      'We keep the service running as well as we can, and can’t promise that it’s never interrupted.',
    ],
  },
  {
    id: 'links',
    title: 'Links',
    paragraphs: [
      'Some links lead to other companies’ pages, such as the card provider’s. They are responsible for those pages, and their own rules apply.',
    ],
  },
  {
    id: 'modifications',
    title: 'Modifications',
    paragraphs: [
      'We may change these rules and the service. A change is published on this page and holds for orders that are placed after it; an order that is paid keeps the rules under which it was paid.',
    ],
  },
  {
    id: 'freelancer-terms',
    title: 'Freelancer terms',
    paragraphs: [
      'Nerds are freelancers, not employees. One Nerd does each order and keeps what they learn from it private.',
      'A Nerd delivers their own work, made for this order, by its deadline. They don’t use these pages and can’t see your account.',
    ],
  },
]

const pausedText =
  'If you ask for a refund before your work is delivered, we stop until it’s decided; that time doesn’t count as late.'

/** The sections with the credit for late work, which operations set (WAIT-05). */
export const withLatePromise = (
  sections: readonly PolicySection[],
  promise: string | undefined,
): readonly PolicySection[] =>
  promise === undefined
    ? sections
    : sections.map((section) =>
        section.id === 'refunds' ? { ...section, paragraphs: [...section.paragraphs, promise, pausedText] } : section,
      )
