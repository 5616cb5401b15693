import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { isRegionCode } from '@nerdify/domain/fair-dealing/restricted-regions.ts'
import { Reader, type Response } from 'mmdb-lib'
import type { Geo } from '../ports.ts'
import { WrongSettings } from '../settings.ts'

/** The record of an address: MaxMind and DB-IP fill the first two fields, other publishers a country code. */
interface Place {
  country?: { iso_code?: unknown } | string
  subdivisions?: readonly { iso_code?: unknown }[]
  country_code?: unknown
}

/** Types of databases with the parts of a country. */
const withRegions = /city|enterprise|region/i

/** Countries from the lists of the address registries (NRO, CC BY 4.0), installed with the packages. */
const packagedDatabase = () =>
  fileURLToPath(import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'))

/**
 * Looks addresses up in the database at `path`, a file in MaxMind's format such as GeoLite2, DB-IP Lite or
 * ip-location-db (API-08), else in the packaged database of countries. `fallback` answers for unknown addresses.
 *
 * @throws {WrongSettings} if the file has another format
 */
export function geoByDatabase(path: string | undefined, fallback: Geo): Geo {
  let reader: Reader<Response> | undefined
  const database = () => {
    reader ??= openDatabase(path ?? packagedDatabase())
    return reader
  }
  // Checks the operator's file at the start. The packaged one needs no check and opens with the first lookup.
  if (path !== undefined) database()
  return {
    get knowsRegions() {
      return withRegions.test(database().metadata.databaseType)
    },
    regionOf: (ipAddress) => regionIn(placeOf(database(), ipAddress)) ?? fallback.regionOf(ipAddress),
  }
}

function openDatabase(path: string): Reader<Response> {
  try {
    const database = new Reader<Response>(readFileSync(path))
    // A truncated file fails at the first lookup.
    placeOf(database, '192.0.2.1')
    return database
  } catch (error) {
    throw new WrongSettings([`GEO_DATABASE must be a file in the MaxMind DB format: ${(error as Error).message}.`])
  }
}

function placeOf(database: Reader<Response>, ipAddress: string): Place | null {
  // An IPv6 socket writes an IPv4 address as ::ffff:1.2.3.4.
  const address = ipAddress.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? null : (database.get(address) as Place | null)
}

function regionIn(place: Place | null): string | undefined {
  const code = typeof place?.country === 'string' ? place.country : place?.country?.iso_code
  const country = String(code ?? place?.country_code ?? '').toUpperCase()
  if (!isRegionCode(country)) return undefined
  const part = `${country}-${String(place?.subdivisions?.[0]?.iso_code ?? '')}`
  return isRegionCode(part) ? part : country
}

/** Answers GEO_DEFAULT_COUNTRY for every address, undefined without the setting; knows no states. */
export function geoBySetting(defaultCountry: string | undefined): Geo {
  return { knowsRegions: false, regionOf: () => defaultCountry }
}
