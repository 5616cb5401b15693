import { type FocusEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { IconButton } from '../actions/Button.tsx'
import styles from './FileRows.module.css'
import { DownloadIcon, RetryIcon, CloseIcon } from '../actions/Icons.tsx'
import { TrashIcon } from '../actions/FileIcons.tsx'
import { joinClasses } from '../join-classes.ts'
import {
  cancelFileText,
  fileFailedText,
  fileLoadedText,
  fileLoadingText,
  fileRemovedText,
  removeFileText,
  retryFileText,
  undoText,
  uploadingText,
} from '../part-texts.ts'
import { LinkButton } from '../actions/TextLink.tsx'
import { VisuallyHidden } from '../page/VisuallyHidden.tsx'

/** One file of the list. */
export interface FileRow {
  id: string
  name: string
  /** The file extension, shortened to fit the icon. */
  ext: string
  /** The size in words, e.g. `412 Kb`. */
  sizeText: string
  status: 'loading' | 'loaded' | 'error' | 'failed'
  /** Uploaded percent, 0 to 100, while loading. */
  percent?: number
  /** The error, after a failure. */
  text?: string | undefined
  canRetry?: boolean
  /** The file cannot be removed. */
  isPermanent?: boolean
  /** The download address. */
  href?: string | undefined
  /** Shown after the size, e.g. the sender and the date. */
  note?: ReactNode
}

/** Without `onRemove` the list is read-only. */
interface FileRowsProps {
  /** The list's id, for an error summary: a link to it focuses it. */
  id?: string | undefined
  /** The accessible name of the list. */
  label: string
  files: readonly FileRow[]
  onRemove?: ((id: string) => void) | undefined
  onRetry?: ((id: string) => void) | undefined
  /** The name of the file that was just removed, while Undo can restore it. */
  removedName?: string | undefined
  onUndo?: (() => void) | undefined
  /** The button that adds files; it takes the focus after the last file is removed. */
  addButton?: RefObject<HTMLButtonElement | null> | undefined
}

/** The files of a screen with their progress and actions (FILE-02, ux 42). */
export function FileRows({ id, label, files, onRemove, onRetry, removedName, onUndo, addButton }: FileRowsProps) {
  const { block, recordFocus } = useFocusFallback(addButton)
  return (
    <div ref={block} onFocus={recordFocus}>
      {files.length > 0 && (
        <ul id={id} tabIndex={-1} aria-label={label}>
          {files.map((file) => (
            <Row key={file.id} file={file} onRemove={onRemove} onRetry={onRetry} />
          ))}
        </ul>
      )}
      {removedName !== undefined && onUndo !== undefined && (
        <p className={styles.removed}>
          <span>{fileRemovedText(removedName)}</span> <LinkButton onClick={onUndo}>{undoText}</LinkButton>
        </p>
      )}
      <Announcement files={files} removedName={removedName} />
    </div>
  )
}

/**
 * A click may remove its own button, and Undo expires; the focus would jump to the top of the page. Instead it moves to
 * Undo, to the row at the same index, or to the button that adds files (ux 55).
 */
function useFocusFallback(addButton: FileRowsProps['addButton']) {
  const block = useRef<HTMLDivElement>(null)
  const focused = useRef<{ control: Element; row: number }>(undefined)
  const rows = () => [...(block.current?.querySelectorAll('li') ?? [])]

  useEffect(() => {
    const last = focused.current
    if (last === undefined || last.control.isConnected) return
    focused.current = undefined
    if (document.activeElement !== document.body) return
    const undo = block.current?.querySelector<HTMLElement>('p > button')
    const row = rows().at(Math.min(last.row, rows().length - 1))
    const next = undo ?? [...(row?.querySelectorAll<HTMLElement>('a, button') ?? [])].at(-1) ?? addButton?.current
    if (!next) return
    focused.current = { control: next, row: last.row }
    next.focus({ preventScroll: true })
  })

  const recordFocus = ({ target }: FocusEvent) => {
    const row = rows().findIndex((item) => item.contains(target))
    focused.current = { control: target, row: row === -1 ? (focused.current?.row ?? 0) : row }
  }
  return { block, recordFocus }
}

function Row({ file, onRemove, onRetry }: { file: FileRow } & Pick<FileRowsProps, 'onRemove' | 'onRetry'>) {
  const isBad = file.status === 'error' || file.status === 'failed'
  const percent = Math.floor(file.percent ?? 0)
  return (
    <li className={joinClasses(styles.file, isBad && styles.bad)}>
      <span className={styles.ext} aria-hidden="true">
        {file.ext}
      </span>
      <div>
        <p className={styles.name} title={file.name}>
          {file.name}
        </p>
        {file.status === 'loading' && (
          <progress
            className={styles.progress}
            max={100}
            value={percent}
            aria-label={`${uploadingText} ${file.name}`}
          />
        )}
        <p className={joinClasses(styles.meta, isBad && styles.metaBad)}>
          <span>{isBad ? file.text : file.status === 'loading' ? `${uploadingText}, ${percent}%` : file.sizeText}</span>
          {file.note !== undefined && <span>{` · ${file.note}`}</span>}
        </p>
      </div>
      <div className={styles.acts}>
        {file.href !== undefined && (
          <a className={styles.download} href={file.href} download={file.name} aria-label={`Download ${file.name}`}>
            <DownloadIcon />
          </a>
        )}
        {isBad && file.canRetry === true && onRetry !== undefined && (
          <IconButton label={retryFileText(file.name)} onClick={() => onRetry(file.id)}>
            <RetryIcon />
          </IconButton>
        )}
        {onRemove !== undefined && file.isPermanent !== true && (
          <IconButton
            label={file.status === 'loading' ? cancelFileText(file.name) : removeFileText(file.name)}
            onClick={() => onRemove(file.id)}
          >
            {file.status === 'loading' ? <CloseIcon /> : <TrashIcon />}
          </IconButton>
        )}
      </div>
    </li>
  )
}

/** Announces the start, the end and the failure of each file, but not every percent (ux 42). */
function Announcement({ files, removedName }: Pick<FileRowsProps, 'files' | 'removedName'>) {
  const lastStatuses = useRef(new Map<string, FileRow['status']>())
  const status = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const announcements = files.flatMap((file) => {
      const lastStatus = lastStatuses.current.get(file.id)
      if (lastStatus === file.status) return []
      lastStatuses.current.set(file.id, file.status)
      switch (file.status) {
        case 'loading':
          return [fileLoadingText(file.name)]
        case 'loaded':
          return lastStatus === undefined ? [] : [fileLoadedText(file.name)]
        case 'error':
        case 'failed':
          return [fileFailedText(file.name, file.text ?? '')]
      }
    })
    if (announcements.length > 0 && status.current !== null) status.current.textContent = announcements.join(' ')
  }, [files])
  useEffect(() => {
    if (removedName !== undefined && status.current !== null) status.current.textContent = fileRemovedText(removedName)
  }, [removedName])
  return <VisuallyHidden role="status" ref={status} />
}
