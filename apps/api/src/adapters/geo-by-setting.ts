import type { Geo } from '../ports.ts'

/** Says the same country of every address: that of GEO_DEFAULT_COUNTRY, or that nobody knows. It tells no states apart. */
export function geoBySetting(defaultCountry: string | undefined): Geo {
  return { knowsRegions: false, regionOf: () => defaultCountry }
}
