let graphemes: Intl.Segmenter | undefined

/**
 * The start of what somebody wrote, at most `most` UTF-16 code units: it ends between two characters as people count them, so
 * that no emoji and no accented letter is cut in two.
 */
export function textStart(text: string, most: number): string {
  if (text.length <= most) return text
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return text.slice(0, graphemes.segment(text).containing(most)?.index)
}
