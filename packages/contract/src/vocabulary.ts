import { type TSchema, type TUnsafe, Type } from 'typebox'

/** One of the words of a vocabulary of the domain: the words are written there, once. */
export const oneOf = <Word extends string>(words: readonly Word[]): TUnsafe<Word> =>
  Type.Unsafe<Word>(Type.Union(words.map((word) => Type.Literal(word))))

/** An object with the same schema under each word of a vocabulary. */
export const underEach = <Word extends string, Schema extends TSchema>(
  words: readonly Word[],
  schema: Schema,
  options: { additionalProperties?: false } = {},
) => Type.Object(Object.fromEntries(words.map((word) => [word, schema])) as Record<Word, Schema>, options)
