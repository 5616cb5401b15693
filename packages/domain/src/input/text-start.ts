let graphemes: Intl.Segmenter | undefined

/**
 * The first `most` UTF-16 code units of a text at most, cut between two graphemes, so that no emoji or accented letter
 * breaks.
 */
export function textStart(text: string, most: number): string {
  if (text.length <= most) return text
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return text.slice(0, graphemes.segment(text).containing(most)?.index)
}
