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
  /** `row` is a line in a form, `line` a lower one; `page` fills the upload page. */
  look?: 'row' | 'line' | 'page'
  /** The label of the button. */
  label: ReactNode
  /** A short hint below a `row`. */
  hint?: ReactNode
  /** The button, for a caller that focuses it, e.g. when the list above becomes empty. */
  ref?: RefObject<HTMLButtonElement | null>
}

const filesIn = (transfer: DataTransfer | null): File[] => [...(transfer?.files ?? [])]
const hasFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') === true

/** The drop areas of this page. */
const dropAreas = new Set<Element>()

/** Whether a drop area takes an event: a page's only area from anywhere, one of several from its own form or card. */
const takesEvent = (area: Element, { target }: Event): boolean =>
  dropAreas.size === 1 || (target instanceof Node && area.closest('form, section')?.contains(target) === true)

/** Takes files dropped or pasted on the page; returns whether files are dragged over it. */
function usePageFiles(area: RefObject<HTMLDivElement | null>, onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent(onFiles)

  useEffect(() => {
    const element = area.current
    if (element === null) return
    dropAreas.add(element)
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      // Otherwise the browser leaves the page and opens the file.
      event.preventDefault()
      setIsOver(takesEvent(element, event))
    }
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setIsOver(false)
      if (takesEvent(element, event)) take(filesIn(event.dataTransfer))
    }
    const onPaste = (event: ClipboardEvent) => {
      // Word processors add a picture of copied text: ignore it.
      if (event.clipboardData?.types.includes('text/plain') === true) return
      const files = filesIn(event.clipboardData)
      if (files.length === 0 || !takesEvent(element, event)) return
      event.preventDefault()
      take(files)
    }
    const stop = listen({ dragover: onDragOver, dragleave: onDragLeave, drop: onDrop, paste: onPaste })
    return () => {
      dropAreas.delete(element)
      stop()
    }
  }, [area])
  return isOver
}

/**
 * Takes chosen, dropped or pasted files (FILE-05, ux 41). A button opens the picker, on phones with the camera. Files
 * are dropped, and pictures pasted, anywhere on the page; with several drop areas, in an area's own form or card. The
 * input has no `accept`: phones hide files with unknown extensions, and a refused file says why.
 */
export function FileDrop({ onFiles, look = 'row', label, hint, ref }: FileDropProps) {
  const hintId = useId()
  const input = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const isOver = usePageFiles(area, onFiles)
  const openPicker = () => input.current?.click()
  const picker = (
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
      <div ref={area} className={joinClasses(styles.drop, styles.page, isOver && styles.over)}>
        <UploadIcon className={styles.icon} />
        <span className={styles.mouse}>
          <b>{dropFilesText}</b>
        </span>
        <span className={styles.mouse}>{orText}</span>
        <Button variant="primary" onClick={openPicker} ref={ref}>
          {label}
        </Button>
        {picker}
      </div>
    )
  }
  return (
    <div ref={area}>
      <button
        ref={ref}
        type="button"
        className={joinClasses(styles.drop, styles.row, look === 'line' && styles.line, isOver && styles.over)}
        aria-describedby={hint === undefined ? undefined : hintId}
        onClick={openPicker}
      >
        <PaperclipIcon className={styles.icon} />
        <b>{label}</b>
      </button>
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {picker}
    </div>
  )
}
