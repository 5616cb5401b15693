import { isRestricted, regionOfClient } from '@nerdify/domain/fair-dealing/restricted-regions.ts'
import type { AppContext } from '../app-context.ts'
import type { StoredClient } from './clients.store.ts'

/**
 * Whether a client may order only editing and explanations (LAW-04): their country is restricted, and the request's
 * address is in it or has no country. An operations call passes no address: it comes from elsewhere.
 */
export function isInRestrictedRegion(
  { settings, geo }: Pick<AppContext, 'settings' | 'geo'>,
  client: Pick<StoredClient, 'country'>,
  ipAddress: string | undefined,
): boolean {
  if (settings.restrictedRegions.length === 0) return false
  const addressRegion = ipAddress === undefined ? undefined : geo.regionOf(ipAddress)
  return isRestricted(regionOfClient(client.country, addressRegion), settings.restrictedRegions)
}
