import { joinClasses } from '@nerdify/ui/join-classes.ts'
import { VisuallyHidden } from '@nerdify/ui/page/VisuallyHidden.tsx'
import type { ReactNode } from 'react'
import styles from './Ledger.module.css'

/** `figure` is aligned at the end of its column; `wide` is hidden in a narrow window. */
type CellLook = 'figure' | 'wide' | 'wide figure'

export interface Column {
  name: string
  look?: CellLook
}

const lookClass = (look: CellLook | undefined) =>
  joinClasses(look?.includes('figure') && styles.figure, look?.includes('wide') && styles.wide)

interface LedgerProps {
  caption: string
  columns: readonly Column[]
  /** Rows of {@link Cell}s. */
  children: ReactNode
}

/** A table on ruled paper. */
export const Ledger = ({ caption, columns, children }: LedgerProps) => (
  <div className={styles.ledger}>
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {columns.map(({ name, look }) => (
            <th key={name} scope="col" className={lookClass(look)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)

/** A cell; `head` names its row. */
export const Cell = ({ head = false, look, children }: { head?: boolean; look?: CellLook; children: ReactNode }) =>
  head ? (
    <th scope="row" className={lookClass(look)}>
      {children}
    </th>
  ) : (
    <td className={lookClass(look)}>{children}</td>
  )

/** A sum that is grey if it is zero. */
export const Figure = ({ isZero, children }: { isZero: boolean; children: ReactNode }) => (
  <span className={isZero ? styles.zero : undefined}>{children}</span>
)

/** The class of the link that opens a row; a click anywhere in the row follows it. */
export const rowLinkClass = (): string => styles.open ?? ''
