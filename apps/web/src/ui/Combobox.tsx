import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from 'downshift'
import { type ReactNode, startTransition, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import styles from './Combobox.module.css'
import { Field, type FieldTexts, inputClass, labelIdOf } from './Field.tsx'
import { CheckIcon, ChevronDownIcon } from './Icons.tsx'
import { joinClasses } from './join-classes.ts'
import { mostChosenText, noMatchHintText, noMatchText, showAllText } from './part-texts.ts'

/** What {@link Combobox} takes. */
export interface ComboboxProps extends FieldTexts {
  /** The whole list, each entry once. */
  items: readonly string[]
  /** Those of the list that stand first, in a group of their own, while nothing is typed. */
  mostChosen: readonly string[]
  /** The heading of the other group, e.g. `All subjects`. */
  allLabel: string
  /** The entries that match what is typed. */
  find: (typed: string) => readonly string[]
  /** The last valid choice. */
  value: string | undefined
  onChange: (value: string) => void
  /** Told once the list has closed after the field was left. */
  onLeave?: (() => void) | undefined
  placeholder?: string
}

/** How long the list stays open after the field is left, so that a tap on the way is not lost. */
const blurDelayMs = 300

/** How many options the first paint of the list draws; the rest follows in the background. */
const firstOptions = 24

const types = useCombobox.stateChangeTypes

/** Where the part decides otherwise than the library: only a deliberate choice changes the value (FLOW-05). */
const reduce = (state: UseComboboxState<string>, { type, changes, props }: UseComboboxStateChangeOptions<string>) => {
  switch (type) {
    case types.InputBlur:
      return { ...changes, ...state }
    case types.InputClick:
      return state.isOpen ? state : changes
    case types.InputChange:
      return { ...changes, highlightedIndex: changes.inputValue?.trim() ? 0 : -1 }
    case types.InputKeyDownEnter:
      return state.highlightedIndex < 0 || props.items.length === 0 ? state : changes
    case types.InputKeyDownEscape:
      return state.isOpen ? { ...changes, inputValue: state.selectedItem ?? state.inputValue } : state
    default:
      return changes
  }
}

/** The entry with the typed part underlined. */
const Marked = ({ text, typed }: { text: string; typed: string }): ReactNode => {
  const at = typed === '' ? -1 : text.toLowerCase().indexOf(typed.toLowerCase())
  return at < 0 ? (
    text
  ) : (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + typed.length)}</mark>
      {text.slice(at + typed.length)}
    </>
  )
}

/**
 * A choice from a long list by typing or looking, after the WAI-ARIA combobox pattern (FLOW-05, ux 27). What is typed
 * filters; leaving without a choice keeps the last valid one.
 */
export function Combobox({
  items,
  mostChosen,
  allLabel,
  find,
  value,
  onChange,
  onLeave,
  placeholder,
  id,
  ...texts
}: ComboboxProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const [typed, setTyped] = useState('')
  const [complete, setComplete] = useState(false)
  const [away, setAway] = useState(false)
  const list = useRef<HTMLDivElement>(null)

  const query = typed.trim()
  const first = query === '' ? mostChosen : []
  const rest = query === '' ? items.filter((item) => !mostChosen.includes(item)) : find(query)
  const options = [...first, ...rest]

  const {
    isOpen,
    inputValue,
    highlightedIndex,
    getInputProps,
    getMenuProps,
    getItemProps,
    getToggleButtonProps,
    closeMenu,
    setInputValue,
  } = useCombobox<string>({
    items: options,
    inputId,
    labelId: labelIdOf(inputId),
    selectedItem: value ?? null,
    stateReducer: reduce,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem !== null) onChange(selectedItem)
    },
    onStateChange: ({ type, inputValue: text }) => {
      if (type === types.InputChange) setTyped(text ?? '')
      else if (text !== undefined) setTyped('')
    },
    onIsOpenChange: (change) => {
      if (change.isOpen) startTransition(() => setComplete(true))
      else {
        setComplete(false)
        setTyped('')
      }
    },
  })

  // What is highlighted comes into view once it is drawn.
  useEffect(() => {
    if (isOpen && complete) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, complete])
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  const settle = useEffectEvent(() => {
    const same = items.find((item) => item.toLowerCase() === inputValue.trim().toLowerCase())
    setAway(false)
    closeMenu()
    if (same !== undefined && same !== value) onChange(same)
    else if (value !== undefined) setInputValue(value)
    onLeave?.()
  })
  useEffect(() => {
    if (!away) return
    const timer = setTimeout(() => settle(), blurDelayMs)
    return () => clearTimeout(timer)
  }, [away])

  const option = (item: string, index: number) => (
    <div
      key={item}
      {...getItemProps({ item, index, 'aria-selected': item === value })}
      className={styles.option}
      data-active={index === highlightedIndex ? '' : undefined}
    >
      <span>
        <Marked text={item} typed={query} />
      </span>
      {item === value && <CheckIcon />}
    </div>
  )
  const drawn = complete ? rest : rest.slice(0, firstOptions)

  return (
    <Field {...texts} id={inputId}>
      {(control) => (
        <div className={styles.combobox}>
          <input
            {...getInputProps({
              ...control,
              onFocus: (event) => {
                setAway(false)
                event.currentTarget.select()
              },
              onBlur: () => setAway(true),
            })}
            {...(options.length === 0 && { 'aria-activedescendant': undefined })}
            className={joinClasses(inputClass(), styles.input)}
            type="text"
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            {...getToggleButtonProps({ onMouseDown: (event) => event.preventDefault() })}
            type="button"
            className={styles.toggle}
            aria-label={showAllText}
          >
            <ChevronDownIcon />
          </button>
          <div className={styles.popup} hidden={!isOpen}>
            <div {...getMenuProps({ ref: list })} className={styles.list}>
              {isOpen && first.length > 0 && (
                <div role="group" aria-labelledby={`${inputId}-first`}>
                  <div className={styles.heading} id={`${inputId}-first`} role="presentation">
                    {mostChosenText}
                  </div>
                  {first.map(option)}
                </div>
              )}
              {isOpen && rest.length > 0 && (
                <div role="group" aria-labelledby={`${inputId}-rest`}>
                  <div
                    className={query === '' ? styles.heading : styles.noHeading}
                    id={`${inputId}-rest`}
                    role="presentation"
                  >
                    {allLabel}
                  </div>
                  {drawn.map((item, index) => option(item, first.length + index))}
                </div>
              )}
            </div>
            <div className={styles.none} role="status">
              {isOpen && options.length === 0 && (
                <>
                  <b>{noMatchText(query)}</b>
                  {noMatchHintText}
                </>
              )}
            </div>
          </div>
        </div>
      )}
    </Field>
  )
}
