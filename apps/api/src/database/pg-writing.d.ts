declare module 'pg/lib/utils.js' {
  const writing: {
    /** A value as pg writes it into a message: a text, bytes, or null. */
    prepareValue(value: unknown): unknown
  }
  export default writing
}
