/** A section of a policy page; `id` is its fragment in the address. */
export interface PolicySection {
  id: string
  title: string
  paragraphs: readonly string[]
  list?: readonly string[]
  /** A second list, with the paragraph that introduces it. */
  more?: { paragraph: string; list: readonly string[] }
  /** The paragraph after the lists. */
  after?: string
}
