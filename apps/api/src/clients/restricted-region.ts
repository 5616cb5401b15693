import { isRestricted } from '@nerdify/domain/fair-dealing/restricted-regions.ts'
import type { Product } from '../product.ts'
import type { StoredClient } from './clients.store.ts'

/**
 * Whether only editing and explanations of problems are offered to a client (LAW-04): where their country says so, or
 * without one the address of the request. A call of operations comes from elsewhere and has no such address.
 */
export function isInRestrictedRegion(
  { settings, geo }: Pick<Product, 'settings' | 'geo'>,
  client: Pick<StoredClient, 'country'>,
  ipAddress: string | undefined,
): boolean {
  const region = client.country ?? (ipAddress === undefined ? undefined : geo.regionOf(ipAddress))
  return isRestricted(region, settings.restrictedRegions)
}
