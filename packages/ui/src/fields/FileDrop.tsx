import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button } from '../actions/Button.tsx'
import styles from './FileDrop.module.css'
import { PaperclipIcon, UploadIcon } from '../actions/FileIcons.tsx'
import { listen } from '../listen.ts'
import { joinClasses } from '../join-classes.ts'
import { dropFilesText, orText } from '../part-texts.ts'
import { VisuallyHidden } from '../page/VisuallyHidden.tsx'

interface FileDropProps {
  onFiles: (files: File[]) => void
  /** `row` is one line within a form, `line` a low one; `page` fills the screen of the upload page. */
  look?: 'row' | 'line' | 'page'
  /** Name of the button. */
  label: ReactNode
  /** A short hint below a `row`. */
  hint?: ReactNode
  /** Takes the focus, for example when a list above it has become empty. */
  ref?: RefObject<HTMLButtonElement | null>
}

const filesIn = (transfer: DataTransfer | null): File[] => [...(transfer?.files ?? [])]
const holdsFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') === true

/** The parts of this page that take files. */
const parts = new Set<Element>()

/** Whether an event is for a part: the only one takes files from anywhere, each of several from its form or card. */
const isFor = (part: Element, { target }: Event): boolean =>
  parts.size === 1 || (target instanceof Node && part.closest('form, section')?.contains(target) === true)

/** Takes files dropped or pasted on the page; returns whether files are dragged over it. */
function useFilesOnPage(part: RefObject<HTMLDivElement | null>, onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent(onFiles)

  useEffect(() => {
    const own = part.current
    if (own === null) return
    parts.add(own)
    const over = (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return
      // Without this the browser leaves the page and opens the file.
      event.preventDefault()
      setIsOver(isFor(own, event))
    }
    const left = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const dropped = (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return
      event.preventDefault()
      setIsOver(false)
      if (isFor(own, event)) take(filesIn(event.dataTransfer))
    }
    const pasted = (event: ClipboardEvent) => {
      // Word processors add a picture of copied text: ignore it.
      if (event.clipboardData?.types.includes('text/plain') === true) return
      const files = filesIn(event.clipboardData)
      if (files.length === 0 || !isFor(own, event)) return
      event.preventDefault()
      take(files)
    }
    const stop = listen({ dragover: over, dragleave: left, drop: dropped, paste: pasted })
    return () => {
      parts.delete(own)
      stop()
    }
  }, [part])
  return isOver
}

/**
 * Takes chosen, dropped or pasted files (FILE-05, ux 41): a button opens the picker, on phones with the camera; files
 * can be dropped, and a picture pasted, anywhere on the page, or with several such parts in the form or card of one. The
 * input has no `accept`: phones hide files whose extensions they do not know, and a refused file says why.
 */
export function FileDrop({ onFiles, look = 'row', label, hint, ref }: FileDropProps) {
  const hintId = useId()
  const input = useRef<HTMLInputElement>(null)
  const part = useRef<HTMLDivElement>(null)
  const isOver = useFilesOnPage(part, onFiles)
  const choose = () => input.current?.click()
  const chosen = (
    <VisuallyHidden>
      <input
        ref={input}
        type="file"
        multiple
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Allows choosing the same file again.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </VisuallyHidden>
  )

  if (look === 'page') {
    return (
      <div ref={part} className={joinClasses(styles.drop, styles.page, isOver && styles.over)}>
        <UploadIcon className={styles.icon} />
        <span className={styles.mouse}>
          <b>{dropFilesText}</b>
        </span>
        <span className={styles.mouse}>{orText}</span>
        <Button variant="primary" onClick={choose} ref={ref}>
          {label}
        </Button>
        {chosen}
      </div>
    )
  }
  return (
    <div ref={part}>
      <button
        ref={ref}
        type="button"
        className={joinClasses(styles.drop, styles.row, look === 'line' && styles.line, isOver && styles.over)}
        aria-describedby={hint === undefined ? undefined : hintId}
        onClick={choose}
      >
        <PaperclipIcon className={styles.icon} />
        <b>{label}</b>
      </button>
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {chosen}
    </div>
  )
}
