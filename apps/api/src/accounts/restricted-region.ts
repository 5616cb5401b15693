import { isRestricted, regionOfClient } from '@nerdify/domain/fair-dealing/restricted-regions.ts'
import type { AppContext } from '../app-context.ts'
import type { StoredClient } from './clients.store.ts'

/**
 * Whether only editing and explanations of problems are offered to a client (LAW-04): by their country, and by where the
 * address of the request is in it, or without a country at all. A call of operations comes from elsewhere and has no such
 * address.
 */
export function isInRestrictedRegion(
  { settings, geo }: Pick<AppContext, 'settings' | 'geo'>,
  client: Pick<StoredClient, 'country'>,
  ipAddress: string | undefined,
): boolean {
  if (settings.restrictedRegions.length === 0) return false
  const ofAddress = ipAddress === undefined ? undefined : geo.regionOf(ipAddress)
  return isRestricted(regionOfClient(client.country, ofAddress), settings.restrictedRegions)
}
