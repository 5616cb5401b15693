let graphemes: Intl.Segmenter | undefined

/** The start of a text: at most `most` UTF-16 code units, cut between graphemes, so that no emoji breaks. */
export function textStart(text: string, most: number): string {
  if (text.length <= most) return text
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  // One more code point shows whether a grapheme ends at `most`; segmenting the whole text would only cost time.
  return text.slice(0, graphemes.segment(text.slice(0, most + 2)).containing(most)?.index)
}
