/** Joins class names, leaving out what is absent or false: `joinClasses(styles.row, open && styles.open)`. */
export const joinClasses = (...names: readonly (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ')
