/**
 * Whether a late answer may move the focus out of the part whose control asked for it. A person who moved the focus keeps
 * it: their letters would land in another field, or act as keys.
 */
export const mayMoveFocus = (part: Element | null | undefined): boolean =>
  document.activeElement === document.body || part?.contains(document.activeElement) === true
