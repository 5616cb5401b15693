import { type TProperties, type TSchema, type TUnsafe, Type } from 'typebox'

/** An instant, ISO 8601 in UTC, of a year that both databases and browsers read and write in the same way. */
export const Instant = Type.String({ format: 'date-time', pattern: '^[12]\\d{3}-', maxLength: 40 })

/** A value, or null where there is none. */
export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** One of the words of a vocabulary of the domain: the words are written there, once. */
export const oneOf = <Word extends string>(words: readonly Word[]): TUnsafe<Word> =>
  Type.Unsafe<Word>(Type.Union(words.map((word) => Type.Literal(word))))

/** An object that has these fields alone: any other is refused with its name (API-10). */
export const closed = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })

/** An object with the same schema under each word of a vocabulary. */
export const underEach = <Word extends string, Schema extends TSchema>(
  words: readonly Word[],
  schema: Schema,
  options: { additionalProperties?: false } = {},
) => Type.Object(Object.fromEntries(words.map((word) => [word, schema])) as Record<Word, Schema>, options)
