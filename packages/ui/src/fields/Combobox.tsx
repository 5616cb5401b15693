import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  startTransition,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import styles from './Combobox.module.css'
import { Field, type FieldTexts, inputClass, labelIdOf } from './Field.tsx'
import { CheckIcon, ChevronDownIcon } from '../actions/Icons.tsx'
import { joinClasses } from '../join-classes.ts'
import { noMatchHintText, noMatchText, showAllText } from '../part-texts.ts'

/** Entries under a heading. */
export interface ComboboxGroup {
  label: string
  items: readonly string[]
}

export interface ComboboxProps extends FieldTexts {
  /** The whole list, without duplicates, under the last heading, e.g. `All subjects`. */
  all: ComboboxGroup
  /** Groups before `all`, until text is typed. An entry shows only in the first group that has it. */
  firstGroups: readonly ComboboxGroup[]
  /** The entries that match the typed text. */
  find: (typed: string) => readonly string[]
  /** The last valid choice. */
  value: string | undefined
  onChange: (value: string) => void
  /** Called once the list has closed after blur. */
  onLeave?: (() => void) | undefined
  placeholder?: string
  /** Takes the focus on mount; the list stays closed. */
  autoFocus?: boolean
}

/** How long the list stays open after blur, so that a tap on an option is not lost. */
const blurDelayMs = 300

/**
 * Options that render while the list is closed and in its first frame: more than fit in view. All others render later.
 */
const firstOptions = 8

/** Step of Page Up and Page Down. */
const pageOfOptions = 10

/** The entry with the typed part underlined. */
const Marked = ({ text, typed }: { text: string; typed: string }) => {
  const start = typed === '' ? -1 : text.toLowerCase().indexOf(typed.toLowerCase())
  return start < 0 ? (
    <span>{text}</span>
  ) : (
    <span>
      <span>{text.slice(0, start)}</span>
      <mark>{text.slice(start, start + typed.length)}</mark>
      <span>{text.slice(start + typed.length)}</span>
    </span>
  )
}

interface OptionProps {
  id: string
  index: number
  item: string
  query: string
  chosen: boolean
  active: boolean
}

/** Memoized: an arrow key re-renders two options of 150. The list handles clicks. */
const Option = memo(({ id, index, item, query, chosen, active }: OptionProps) => (
  <div
    role="option"
    id={id}
    data-index={index}
    data-active={active ? '' : undefined}
    aria-selected={chosen}
    className={styles.option}
  >
    <span>
      <Marked text={item} typed={query} />
    </span>
    {chosen && <CheckIcon />}
  </div>
))

/** By key: the next active option of `count`; -1 is none. */
const moves: Record<string, (active: number, count: number) => number> = {
  ArrowDown: (active, count) => (active + 1) % count,
  ArrowUp: (active, count) => (active > 0 ? active : count) - 1,
  PageDown: (active, count) => Math.min(active + pageOfOptions, count - 1),
  PageUp: (active) => Math.max(active - pageOfOptions, 0),
  Home: () => 0,
  End: (_active, count) => count - 1,
}

/** Whether a frame with this value was painted. */
function useIsPainted(value: string | undefined): boolean {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      // The frame is painted before the timer fires.
      timer = setTimeout(() => startTransition(() => setPainted(value)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value])
  return painted === value
}

/** A click in the list keeps the focus in the field. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

const optionId = (inputId: string, index: number) => `${inputId}-option-${index}`

/** Keeps each entry only in its first group, and drops empty groups. */
function distinctGroups(groups: readonly ComboboxGroup[]): ComboboxGroup[] {
  const seenItems = new Set<string>()
  return groups.flatMap(({ label, items }) => {
    const newItems = items.filter((item) => !seenItems.has(item))
    for (const item of newItems) seenItems.add(item)
    return newItems.length === 0 ? [] : { label, items: newItems }
  })
}

/** Typed text, open state and active option, with the resulting options. */
function useOptions({ all, firstGroups, find, value }: Pick<ComboboxProps, 'all' | 'firstGroups' | 'find' | 'value'>) {
  const [text, setText] = useState('')
  const [isTyping, setTyping] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)

  const inputText = isTyping || value === undefined ? text : value
  const query = isTyping ? text.trim() : ''
  const groups = distinctGroups(query === '' ? [...firstGroups, all] : [{ ...all, items: find(query) }])
  const options = groups.flatMap(({ items }) => items)

  return {
    inputText,
    query,
    groups,
    options,
    isOpen,
    active,
    setActive,
    setText,
    open(fallback: number) {
      const chosen = value === undefined ? -1 : options.indexOf(value)
      setOpen(true)
      setActive(chosen < 0 ? fallback : chosen)
    },
    close() {
      setOpen(false)
      setTyping(false)
    },
    type(typed: string) {
      setText(typed)
      setTyping(true)
      setOpen(true)
      setActive(typed.trim() === '' ? -1 : 0)
    },
  }
}

type Options = ReturnType<typeof useOptions>

/** The key handler of the input. */
function keyHandler({ open, close, isOpen, active, setActive, options }: Options, choose: (item: string) => void) {
  return (event: KeyboardEvent) => {
    const { key } = event
    if (event.nativeEvent.isComposing || event.shiftKey || event.ctrlKey || event.metaKey) return
    const move = moves[key]
    if (!isOpen) {
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return
      open(key === 'ArrowDown' ? 0 : options.length - 1)
    } else if (key === 'Enter') {
      const item = options[active]
      if (item !== undefined) choose(item)
    } else if (key === 'Escape' || (key === 'ArrowUp' && event.altKey)) {
      close()
    } else if (move !== undefined && options.length > 0) {
      setActive(move(active, options.length))
    } else {
      return
    }
    event.preventDefault()
  }
}

/** Whether the field is blurred, until `settle` runs {@link blurDelayMs} later. */
function useDelayedBlur(settle: () => void) {
  const [isBlurred, setBlurred] = useState(false)
  const settleNow = useEffectEvent(() => {
    setBlurred(false)
    settle()
  })
  useEffect(() => {
    if (!isBlurred) return
    const timer = setTimeout(() => settleNow(), blurDelayMs)
    return () => clearTimeout(timer)
  }, [isBlurred])
  return [isBlurred, setBlurred] as const
}

/**
 * A choice from a long list by typing or browsing, a WAI-ARIA combobox (FLOW-05, ux 27). Typing filters; only a
 * deliberate choice changes the value, and leaving without one keeps the last valid one.
 */
export function Combobox(props: ComboboxProps) {
  const { all, firstGroups, find, value, onChange, onLeave, placeholder, autoFocus, id, ...texts } = props
  const ownId = useId()
  const inputId = id ?? ownId
  const listId = `${inputId}-list`
  const input = useRef<HTMLInputElement>(null)
  const state = useOptions({ all, firstGroups, find, value })
  const { inputText, options, isOpen, active, open, close } = state

  const choose = (item: string) => {
    state.setText(item)
    close()
    if (item !== value) onChange(item)
  }

  const findExactMatch = () => all.items.find((item) => item.toLowerCase() === inputText.trim().toLowerCase())
  const [isBlurred, setBlurred] = useDelayedBlur(() => {
    const match = findExactMatch()
    if (match === undefined) close()
    else choose(match)
    onLeave?.()
  })

  const openUnlessOpen = () => {
    if (!isOpen) open(-1)
  }

  return (
    <Field {...texts} id={inputId}>
      {(control) => (
        <div className={styles.combobox}>
          <input
            {...control}
            ref={input}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-activedescendant={isOpen && active in options ? optionId(inputId, active) : undefined}
            className={joinClasses(inputClass(), styles.input)}
            type="text"
            placeholder={placeholder}
            autoFocus={autoFocus}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={inputText}
            onChange={({ target }) => state.type(target.value)}
            // Touch and mouse open it on press; assistive technology only sends a click.
            onMouseDown={openUnlessOpen}
            onClick={openUnlessOpen}
            onKeyDown={keyHandler(state, choose)}
            onFocus={({ currentTarget }) => {
              if (isBlurred) setBlurred(false)
              // `select()` forces a layout, which includes the list that has just opened.
              if (inputText !== '') currentTarget.select()
            }}
            onBlur={() => {
              // The choice counts before the next click; the list stays open for a click on an option (FLOW-05).
              const match = findExactMatch()
              if (match !== undefined && match !== value) onChange(match)
              setBlurred(true)
            }}
          />
          <button
            type="button"
            tabIndex={-1}
            className={styles.toggle}
            aria-label={showAllText}
            aria-expanded={isOpen}
            aria-controls={listId}
            onMouseDown={keepFocus}
            onClick={() => {
              input.current?.focus()
              if (isOpen) close()
              else open(-1)
            }}
          >
            <ChevronDownIcon />
          </button>
          <Popup inputId={inputId} listId={listId} state={state} value={value} onChoose={choose} />
        </div>
      )}
    </Field>
  )
}

interface PopupProps {
  inputId: string
  listId: string
  state: Options
  value: string | undefined
  onChoose: (item: string) => void
}

function Popup({ inputId, listId, state, value, onChoose }: PopupProps) {
  const { query, groups, options, isOpen, active } = state
  const list = useRef<HTMLDivElement>(null)
  const isPainted = useIsPainted(isOpen ? query : undefined)
  const isComplete = isOpen && isPainted

  // List and active option scroll into view once all options have rendered.
  useEffect(() => {
    if (!isComplete) return
    list.current?.scrollIntoView({ block: 'nearest' })
    const target = list.current?.querySelector(active < 0 ? '[role="option"]' : '[data-active]')
    target?.scrollIntoView({ block: 'nearest' })
  }, [isComplete, active])

  const chooseOption = ({ target }: MouseEvent) => {
    const clicked = (target as Element).closest<HTMLElement>('[role="option"]')
    const item = options[Number(clicked?.dataset['index'])]
    if (item !== undefined) onChoose(item)
  }
  const option = (item: string, index: number) => (
    <Option
      key={item}
      id={optionId(inputId, index)}
      index={index}
      item={item}
      query={query}
      chosen={item === value}
      active={index === active}
    />
  )
  const headingClass = query === '' ? styles.heading : styles.noHeading
  const renderGroup = ({ label, items }: ComboboxGroup) => {
    const start = options.indexOf(items[0] ?? '')
    const visibleItems = isComplete ? items : items.slice(0, Math.max(firstOptions - start, 0))
    return (
      // A new key removes the whole list in one piece instead of option by option.
      <div key={query === '' ? label : 'found'} role="group" aria-labelledby={`${listId}-${start}`}>
        <div className={headingClass} id={`${listId}-${start}`} role="presentation">
          {label}
        </div>
        {visibleItems.map((item, index) => option(item, start + index))}
      </div>
    )
  }

  return (
    <div className={styles.popup} hidden={!isOpen}>
      {/* The field has the focus and handles the keys. */}
      <div
        ref={list}
        role="listbox"
        tabIndex={-1}
        id={listId}
        aria-labelledby={labelIdOf(inputId)}
        className={styles.list}
        onMouseDown={keepFocus}
        onClick={chooseOption}
      >
        {groups.map(renderGroup)}
      </div>
      <div className={styles.none} role="status">
        {isOpen && options.length === 0 && (
          <>
            <b>{noMatchText(query)}</b>
            <span>{noMatchHintText}</span>
          </>
        )}
      </div>
    </div>
  )
}
