/**
 * Whether a late answer may move the focus out of the part whose control asked for it. A person who moved the focus keeps
 * it: their letters would land in another field, or act as keys. Safari focuses no pressed button, but a part around it.
 */
export function mayMoveFocus(part: Element | null | undefined): boolean {
  const { activeElement: focused } = document
  if (focused === null || part == null) return focused === document.body
  return part.contains(focused) || focused.contains(part)
}
