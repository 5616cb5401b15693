let graphemes: Intl.Segmenter | undefined

/**
 * The first `most` UTF-16 code units of a text at most, cut between two graphemes, so that no emoji or accented letter
 * breaks.
 */
export function textStart(text: string, most: number): string {
  if (text.length <= most) return text
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  // One code point further shows whether a grapheme ends at `most`; the rest of a long text would only cost time.
  return text.slice(0, graphemes.segment(text.slice(0, most + 2)).containing(most)?.index)
}
