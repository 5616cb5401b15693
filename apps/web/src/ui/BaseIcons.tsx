import type { ReactNode } from 'react'
import styles from './Icons.module.css'
import { joinClasses } from './join-classes.ts'

/*
 * The icons that every page needs; all others are in Icons.tsx.
 * The outlines are Lucide's (https://lucide.dev), ISC License, Copyright (c) Lucide Contributors.
 */

/** What every icon takes. */
export interface IconProps {
  /** `text` (the default) is 1.25 em beside words, `row` is 24 px in rows and banners. */
  size?: 'text' | 'row' | undefined
  className?: string | undefined
}

/** One outline of 24 × 24 units in the colour of the words around it. */
export function Icon({ size, className, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      className={joinClasses(styles.icon, size === 'row' && styles.row, className)}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

/** Exclamation mark in a circle: something is wrong. */
export const AlertIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="10" />
    <path d="M12 8v4" />
    <path d="M12 16h.01" />
  </Icon>
)

/** Arrow to the start: back. */
export const ArrowLeftIcon = (props: IconProps) => (
  <Icon {...props} className={joinClasses(styles.along, props.className)}>
    <path d="m12 19-7-7 7-7" />
    <path d="M19 12H5" />
  </Icon>
)

/** Arrow up: back to the top. */
export const ArrowUpIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m5 12 7-7 7 7" />
    <path d="M12 19V5" />
  </Icon>
)

/** Tick. */
export const CheckIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M20 6 9 17l-5-5" />
  </Icon>
)

/** Chevron to the end: leads on. */
export const ChevronRightIcon = (props: IconProps) => (
  <Icon {...props} className={joinClasses(styles.along, props.className)}>
    <path d="m9 18 6-6-6-6" />
  </Icon>
)

/** Three lines: the menu. */
export const MenuIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 5h16" />
    <path d="M4 12h16" />
    <path d="M4 19h16" />
  </Icon>
)
