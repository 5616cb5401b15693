import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { isRegionCode } from '@nerdify/domain/fair-dealing/restricted-regions.ts'
import { Reader, type Response } from 'mmdb-lib'
import type { Geo } from '../ports.ts'
import { WrongSettings } from '../settings.ts'

/** As the publishers of such databases write where an address is: MaxMind and DB-IP by the first two, others by a code. */
interface Place {
  country?: { iso_code?: unknown } | string
  subdivisions?: readonly { iso_code?: unknown }[]
  country_code?: unknown
}

/** Kinds of databases that tell the parts of a country from each other. */
const withRegions = /city|enterprise|region/i

/** The countries of the registries' own lists (NRO, CC BY 4.0), which come with the packages. */
const packagedDatabase = () =>
  fileURLToPath(import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'))

/**
 * Says where an address is by the database at `path`, a file in MaxMind's format (API-08): GeoLite2, DB-IP Lite,
 * ip-location-db; without one, by the packaged database of countries. What it does not know is where `otherwise` says.
 * A file that is none stops the start with {@link WrongSettings}.
 */
export function geoByDatabase(path: string | undefined, otherwise: Geo): Geo {
  let opened: Reader<Response> | undefined
  const database = () => {
    opened ??= openDatabase(path ?? packagedDatabase())
    return opened
  }
  // The packaged one is sound, and read when the first address is looked up.
  if (path !== undefined) database()
  return {
    get knowsRegions() {
      return withRegions.test(database().metadata.databaseType)
    },
    regionOf: (ipAddress) => regionIn(placeOf(database(), ipAddress)) ?? otherwise.regionOf(ipAddress),
  }
}

function openDatabase(path: string): Reader<Response> {
  try {
    const database = new Reader<Response>(readFileSync(path))
    // A file that is cut off is found out by the first look into it.
    placeOf(database, '192.0.2.1')
    return database
  } catch (error) {
    throw new WrongSettings([`GEO_DATABASE must be a file in the MaxMind DB format: ${(error as Error).message}.`])
  }
}

function placeOf(database: Reader<Response>, ipAddress: string): Place | null {
  // As a socket of version 6 writes an address of version 4.
  const address = ipAddress.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? null : (database.get(address) as Place | null)
}

function regionIn(place: Place | null): string | undefined {
  const named = typeof place?.country === 'string' ? place.country : place?.country?.iso_code
  const country = String(named ?? place?.country_code ?? '').toUpperCase()
  if (!isRegionCode(country)) return undefined
  const part = `${country}-${String(place?.subdivisions?.[0]?.iso_code ?? '')}`
  return isRegionCode(part) ? part : country
}

/** Says the same country of every address: that of GEO_DEFAULT_COUNTRY, or that nobody knows. It tells no states apart. */
export function geoBySetting(defaultCountry: string | undefined): Geo {
  return { knowsRegions: false, regionOf: () => defaultCountry }
}
