/**
 * An object of the provider's API as it is kept and sent: references to other objects are their ids. (The SDK's types
 * allow the whole object in the same place, which is what `expand` puts there.)
 */
export type Stored<Sdk> = { [Field in keyof Sdk]-?: Exclude<Reference<Sdk[Field]>, undefined> }

type Reference<Value> = string extends Value ? Exclude<Value, { object: string }> : Value

/** As much of an object of the SDK as the sandbox fills in: what is there has the SDK's name and type. */
export type PartOf<Sdk> = { [Field in keyof Sdk]?: PartOfValue<Reference<Sdk[Field]>> }
type PartOfValue<Value> = Value extends readonly (infer Item)[]
  ? readonly PartOfValue<Item>[]
  : Value extends object
    ? PartOf<Value>
    : Value

/**
 * The type of an object from the function that makes it, so that its fields are listed once: each may become what the
 * SDK allows there. `Own` has the fields of which the sandbox knows more than the SDK's type.
 */
export type Shown<Sdk, Made, Own = unknown> = Own & {
  -readonly [Field in Exclude<keyof Made, keyof Own>]: Field extends keyof Sdk
    ? Made[Field] extends Stored<Sdk>[Field]
      ? Stored<Sdk>[Field]
      : Made[Field]
    : Made[Field]
}

/** What every object of the API has. */
export interface WireObject {
  id: string
  object: string
  created: number
}
