import { readFileSync } from 'node:fs'
import { isRegionCode } from '@nerdify/domain/fair-dealing/restricted-regions.ts'
import type { Geo } from '../ports.ts'
import { WrongSetting } from '../settings.ts'
import { type AddressDatabase, readAddressDatabase } from './mmdb.ts'

/** As the publishers of such databases write where an address is: MaxMind and DB-IP by the first two, others by a code. */
interface Place {
  country?: { iso_code?: unknown } | string
  subdivisions?: readonly { iso_code?: unknown }[]
  country_code?: unknown
}

/** Kinds of databases that tell the parts of a country from each other. */
const withRegions = /city|enterprise|region/i

/**
 * Says where an address is by the database of GEO_DATABASE, a file in MaxMind's format (API-08): GeoLite2, DB-IP Lite,
 * ip-location-db. What it does not know is where `otherwise` says. A file that is none stops the start.
 */
export function geoByDatabase(path: string, otherwise: Geo): Geo {
  const database = openDatabase(path)
  return {
    knowsRegions: withRegions.test(database.kind),
    regionOf: (ipAddress) => regionIn(database.find(ipAddress) as Place | undefined) ?? otherwise.regionOf(ipAddress),
  }
}

function openDatabase(path: string): AddressDatabase {
  try {
    return readAddressDatabase(readFileSync(path))
  } catch (error) {
    throw new WrongSetting(`GEO_DATABASE must be a file in the MaxMind DB format: ${(error as Error).message}.`)
  }
}

function regionIn(place: Place | undefined): string | undefined {
  const named = typeof place?.country === 'string' ? place.country : place?.country?.iso_code
  const country = String(named ?? place?.country_code ?? '').toUpperCase()
  if (!isRegionCode(country)) return undefined
  const part = `${country}-${String(place?.subdivisions?.[0]?.iso_code ?? '')}`
  return isRegionCode(part) ? part : country
}
