import { useRef } from 'react'

/**
 * The idempotency key of a step without stored words (API-11): another press of the same `content` after an unknown
 * outcome repeats the step, and a press after its answer is another step.
 */
export function usePress() {
  const press = useRef<{ content: string; key: string }>(undefined)
  return {
    begin(content = ''): string {
      if (press.current?.content !== content) press.current = { content, key: crypto.randomUUID() }
      return press.current.key
    },
    end(): void {
      press.current = undefined
    },
  }
}
