import { type ComponentProps, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { Field, type FieldTexts, HintText, inputClass, splitFieldTexts } from './Field.tsx'
import { joinClasses } from '../join-classes.ts'
import styles from './RuledTextArea.module.css'

interface RuledTextAreaProps
  extends FieldTexts,
    Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'aria-invalid' | 'ref'> {
  ref?: RefObject<HTMLTextAreaElement | null> | undefined
  /** Initially three lines instead of six. */
  short?: boolean
  /** The number of characters left, set only near the limit; typed text is never cut. */
  count?: ReactNode
}

const supportsFieldSizing = (): boolean => CSS.supports('field-sizing', 'content')

/** A long answer on ruled paper, in any script. It grows with its content; the lines scroll with the text. */
export function RuledTextArea({ ref, short = false, count, ...props }: RuledTextAreaProps) {
  const { texts, control: textarea } = splitFieldTexts(props)
  const ownRef = useRef<HTMLTextAreaElement>(null)
  const area = ref ?? ownRef

  // Browsers without `field-sizing` need the height after each change of the text.
  useLayoutEffect(() => {
    const element = area.current
    if (element === null || supportsFieldSizing()) return
    const fit = () => {
      element.style.blockSize = 'auto'
      element.style.blockSize = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`
    }
    fit()
    element.addEventListener('input', fit)
    return () => element.removeEventListener('input', fit)
  }, [area, props.value])

  return (
    <div>
      <Field {...texts}>
        {(control) => (
          <textarea
            dir="auto"
            {...textarea}
            {...control}
            ref={area}
            className={joinClasses(inputClass(), styles.ruled, short && styles.short)}
          />
        )}
      </Field>
      <div role="status">{count && <HintText>{count}</HintText>}</div>
    </div>
  )
}
