/** Joins class names without the missing or false ones: `joinClasses(styles.row, open && styles.open)`. */
export const joinClasses = (...names: readonly (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ')
