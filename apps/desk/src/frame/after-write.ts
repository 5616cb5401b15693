/**
 * Runs `then` once a write has succeeded, even if its form is gone by then: the live stream may show the change before
 * the answer arrives, and `mutate` would drop the callback. The write itself shows its failure.
 */
export function afterWrite<Answer>(write: Promise<Answer>, then: (answer: Answer) => void): void {
  write.then(then, () => undefined)
}
