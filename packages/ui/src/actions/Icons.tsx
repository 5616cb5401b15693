import styles from './Icons.module.css'
import { joinClasses } from '../join-classes.ts'

/*
 * All outlines, here and in the other icon files, are Lucide's (https://lucide.dev), ISC License, Copyright (c) Lucide
 * Contributors.
 */

export interface IconProps {
  /**
   * `text` (the default) is 1.25 em beside words, `row` is 24 px in rows and banners, `sign` is 44 px above a heading.
   */
  size?: 'text' | 'row' | 'sign' | undefined
  className?: string | undefined
}

/**
 * An icon from a 24 × 24 outline in the text color. An icon that points `along` the line mirrors in right-to-left text.
 * The icons of one feature have a file of their own.
 */
/* @__NO_SIDE_EFFECTS__ */
export function outline(path: string, direction?: 'along') {
  return ({ size = 'text', className }: IconProps) => (
    <svg
      className={joinClasses(styles.icon, size !== 'text' && styles[size], direction && styles[direction], className)}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

/** Exclamation mark in a circle: something is wrong. */
export const AlertIcon = outline('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM12 8v4M12 16h.01')
/** Left arrow: back. */
export const ArrowLeftIcon = outline('M12 19l-7-7 7-7M19 12H5', 'along')
/** Arrow up: back to the top. */
export const ArrowUpIcon = outline('M5 12l7-7 7 7M12 19V5')
/** Check mark in a circle: sent, completed. */
export const CheckCircleIcon = outline('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM16 9l-5.5 5.5L8 12')
/** Check mark. */
export const CheckIcon = outline('M20 6 9 17l-5-5')
/** Chevron down: opens. */
export const ChevronDownIcon = outline('M6 9l6 6 6-6')
/** Left chevron. */
export const ChevronLeftIcon = outline('M15 18l-6-6 6-6', 'along')
/** Right chevron: continues. */
export const ChevronRightIcon = outline('M9 18l6-6-6-6', 'along')
/** Clipboard: my tasks. */
export const ClipboardIcon = outline(
  'M9 2h6a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1zM16 4h2a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h2M12 11h4M12 16h4M8 11h.01M8 16h.01',
)
/** Cross: close. */
export const CloseIcon = outline('M18 6 6 18M6 6l12 12')
/** Two sheets: copy. */
export const CopyIcon = outline(
  'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2zM4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2',
)
/** Arrow into a tray: download. */
export const DownloadIcon = outline('M12 15V3M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5')
/** Gift: referral. */
export const GiftIcon = outline(
  'M12 7v14M20 11v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-8M7.5 7a1 1 0 0 1 0-5A4.8 8 0 0 1 12 7a4.8 8 0 0 1 4.5-5 1 1 0 0 1 0 5M4 7h16a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1z',
)
/** Padlock: safe payment. */
export const LockIcon = outline(
  'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM7 11V7a5 5 0 0 1 10 0v4',
)
/** Letter with a check mark: mail sent. */
export const MailCheckIcon = outline(
  'M22 13V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v12c0 1.1.9 2 2 2h8M22 7l-8.97 5.7a1.94 1.94 0 0 1-2.06 0L2 7M16 19l2 2 4-4',
)
/** Three lines: the menu. */
export const MenuIcon = outline('M4 5h16M4 12h16M4 19h16')
/** Speech bubble: contact us. */
export const MessageIcon = outline(
  'M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719',
)
/** Minus. */
export const MinusIcon = outline('M5 12h14')
/** Three dots: more. */
export const MoreIcon = outline(
  'M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM18 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM4 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z',
)
/** Pen: essay (writing). */
export const PenIcon = outline(
  'M13 21h8M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z',
)
/** Plus. */
export const PlusIcon = outline('M5 12h14M12 5v14')
/** Circular arrow: retry. */
export const RetryIcon = outline('M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8M21 3v5h-5')
/** Seal with a check mark: subscription. */
export const SealIcon = outline(
  'M3.85 8.62a4 4 0 0 1 4.78-4.77 4 4 0 0 1 6.74 0 4 4 0 0 1 4.78 4.78 4 4 0 0 1 0 6.74 4 4 0 0 1-4.77 4.78 4 4 0 0 1-6.75 0 4 4 0 0 1-4.78-4.77 4 4 0 0 1 0-6.76ZM16 9l-5.5 5.5L8 12',
)
/** Door: sign out. */
export const SignOutIcon = outline('M16 17l5-5-5-5M21 12H9M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4')
/** Smartphone: a text message, the home screen. */
export const SmartphoneIcon = outline(
  'M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-16a2 2 0 0 1 2 -2zM12 18h.01',
)
/** Ticket with a check mark: an applied coupon. */
export const TicketCheckIcon = outline(
  'M2 9a3 3 0 0 1 0 6v2a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-2a3 3 0 0 1 0-6V7a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2ZM9 12l2 2 4-4',
)
/** Ticket: a coupon. */
export const TicketPercentIcon = outline(
  'M2 9a3 3 0 1 1 0 6v2a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-2a3 3 0 1 1 0-6V7a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2ZM9 9h.01M15 9l-6 6M15 15h.01',
)
/** Arrow back: refunded. */
export const UndoIcon = outline('M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11')
/** Person: my info. */
export const UserIcon = outline('M7 8a5 5 0 1 0 10 0a5 5 0 1 0 -10 0zM20 21a8 8 0 0 0-16 0')
