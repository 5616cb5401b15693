/**
 * An object of the provider's API as it is kept and sent: references to other objects are their ids. (The SDK's types
 * allow the whole object in the same place, which is what `expand` puts there.)
 */
export type Stored<Wire> = { [Field in keyof Wire]: Reference<Wire[Field]> }

type Reference<Value> = string extends Value ? Exclude<Value, { object: string }> : Value

/** What every object of the API has. */
export interface WireObject {
  id: string
  object: string
  created: number
}
