/** A section of a page of rules: `id` is its place in the address, after the `#`. */
export interface PolicySection {
  id: string
  title: string
  paragraphs: readonly string[]
  /** What is listed after the paragraphs. */
  list?: readonly string[]
  /** A second list, with the paragraph that introduces it. */
  more?: { paragraph: string; list: readonly string[] }
  /** What is said after the lists. */
  after?: string
}
