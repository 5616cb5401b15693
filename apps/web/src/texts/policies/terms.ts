import { reviewDays } from '../review-days.ts'
import type { PolicySection } from './policy-section.ts'

/** The terms of use (PUB-02). */
export const termsTexts = {
  title: 'Terms of Use',
  description:
    'The rules for using Nerdify: who may use it, what we do for you, what you pay, and what is not allowed.',
  more: 'Refunds and all policies',
  moreText: 'How refunds work, what we refuse, and the rules in detail:',
} as const

/** Its sections, in order. */
export const termsSections: readonly PolicySection[] = [
  {
    id: 'who-may-use-nerdify',
    title: 'Who may use Nerdify',
    paragraphs: [
      'You must be at least 18 years old. You confirm it with your first order.',
      'Your account is yours alone: it belongs to one phone number and one e-mail. Don’t let others log in with your codes or links.',
    ],
  },
  {
    id: 'what-we-do',
    title: 'What we do',
    paragraphs: [
      'You describe a task, and a Nerd, a freelance expert, does it by your deadline. You follow the progress in My tasks and download the result there.',
      'What you get is for study and reference. Handing it in as your own work is not allowed.',
    ],
  },
  {
    id: 'prices-and-payment',
    title: 'Prices and payment',
    paragraphs: [
      'You see the price, and everything in it, before you pay. We add nothing to it later. Prices are in US dollars.',
      'We never choose a paid extra for you. You pay by card on the page of our card provider, or from your balance.',
    ],
  },
  {
    id: 'if-something-is-not-right',
    title: 'If something is not right',
    paragraphs: [`Revisions are free. You may ask for a refund within 30 days; we review it in ${reviewDays.refund}.`],
  },
  {
    id: 'what-is-not-allowed',
    title: 'What is not allowed',
    paragraphs: [
      'We refuse to take live exams, to log in to courses for you, and to pretend to be someone else. The law of the place where you live and study applies to you here too.',
    ],
  },
]
