import { type TProperties, type TSchema, type TUnsafe, Type } from 'typebox'

/** An instant, ISO 8601 in UTC, within the years that the databases and browsers handle alike. */
export const Instant = Type.String({ format: 'date-time', pattern: '^[12]\\d{3}-', maxLength: 40 })

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** A word of a vocabulary, which the domain defines. */
export const oneOf = <Word extends string>(words: readonly Word[]): TUnsafe<Word> =>
  Type.Unsafe<Word>(Type.Union(words.map((word) => Type.Literal(word))))

/** A word of a vocabulary as an `enum`: unlike {@link oneOf}, an answer is written without a comparison. */
export const wordOf = <Word extends string>(words: readonly Word[]): TUnsafe<Word> =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words] })

/** An object without additional fields: an unknown field is refused by name (API-10). */
export const closed = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })

/** An object with the same schema under each word of a vocabulary. */
export const underEach = <Word extends string, Schema extends TSchema>(
  words: readonly Word[],
  schema: Schema,
  options: { additionalProperties?: false } = {},
) => Type.Object(Object.fromEntries(words.map((word) => [word, schema])) as Record<Word, Schema>, options)
