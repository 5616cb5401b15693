/**
 * An object of the provider's API as stored and sent: references are ids. (The SDK's types also allow the whole object
 * there, which `expand` inserts.)
 */
export type Stored<Sdk> = { [Field in keyof Sdk]-?: Exclude<Reference<Sdk[Field]>, undefined> }

type Reference<Value> = string extends Value ? Exclude<Value, { object: string }> : Value

/** The part of an SDK object that the sandbox fills, with the SDK's names and types. */
export type PartOf<Sdk> = { [Field in keyof Sdk]?: PartOfValue<Reference<Sdk[Field]>> }
type PartOfValue<Value> = Value extends readonly (infer Item)[]
  ? readonly PartOfValue<Item>[]
  : Value extends object
    ? PartOf<Value>
    : Value

/**
 * The type of an object, inferred from the function that makes it, so that its fields are listed once; each field may
 * take any value that the SDK allows. `Own` has fields with more precise types than the SDK's.
 */
export type ApiObject<Sdk, Result, Own = unknown> = Own & {
  -readonly [Field in Exclude<keyof Result, keyof Own>]: Field extends keyof Sdk
    ? Result[Field] extends Stored<Sdk>[Field]
      ? Stored<Sdk>[Field]
      : Result[Field]
    : Result[Field]
}

/** The fields of every API object. */
export interface WireObject {
  id: string
  object: string
  created: number
}
