/** A section of a page of rules: `id` is its place in the address, after the `#`. */
export interface PolicySection {
  id: string
  title: string
  paragraphs: readonly string[]
  /** What is listed after the paragraphs. */
  list?: readonly string[]
  /** What is said after the list. */
  after?: string
}
