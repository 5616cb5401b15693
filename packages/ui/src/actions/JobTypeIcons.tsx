import { outline } from './Icons.tsx'

/** Checklist: quiz. */
export const ListChecksIcon = outline('M13 5h8M13 12h8M13 19h8M3 17l2 2 4-4M3 7l2 2 4-4')
/** Presentation board: presentations. */
export const PresentationIcon = outline('M2 3h20M21 3v11a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V3M7 21l5-5 5 5')
/** Three shapes: other task. */
export const ShapesIcon = outline(
  'M8.3 10a.7.7 0 0 1-.626-1.079L11.4 3a.7.7 0 0 1 1.198-.043L16.3 8.9a.7.7 0 0 1-.572 1.1ZM4 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM14 17.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z',
)
/** Sum sign: problems. */
export const SigmaIcon = outline(
  'M18 7V5a1 1 0 0 0-1-1H6.5a.5.5 0 0 0-.4.8l4.5 6a2 2 0 0 1 0 2.4l-4.5 6a.5.5 0 0 0 .4.8H17a1 1 0 0 0 1-1v-2',
)
/** Letter over a wave: essay (editing). */
export const SpellCheckIcon = outline(
  'M6 16l6-12 6 12M8 12h8M4 21c1.1 0 1.1-1 2.3-1s1.1 1 2.3 1c1.1 0 1.1-1 2.3-1 1.1 0 1.1 1 2.3 1 1.1 0 1.1-1 2.3-1 1.1 0 1.1 1 2.3 1 1.1 0 1.1-1 2.3-1',
)
