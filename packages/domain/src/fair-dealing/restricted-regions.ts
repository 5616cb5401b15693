import type { JobTypeId } from '../catalog/job-types.ts'

/** A country (ISO 3166-1, `GB`) or a part of one (ISO 3166-2, `US-NY`), in capitals. */
export type RegionCode = string

/** What a RESTRICTED_REGIONS of nothing says (LAW-04). */
export const noRegions = 'none'

/** LAW-04: what is offered where doing assessed work for money is an offence: editing, and explanations of problems. */
const jobTypesEverywhere: readonly JobTypeId[] = ['editing', 'problems']

/** Why only those are offered there (LAW-04). */
export const restrictedRegionText =
  'The law where you are doesn’t let us do graded work for pay. We can edit your writing and explain problems to you.'

/** Whether the code has the form of a country or of a part of one. */
export const isRegionCode = (code: string): boolean => /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/.test(code)

/** Whether the code names a part of a country, such as a US state. */
export const isPartOfCountry = (code: RegionCode): boolean => code.includes('-')

/**
 * Where a client is (LAW-04): in their country, and there in the part that the address of their request tells, if it is of
 * that country; without a country, wherever the address is.
 */
export function regionOfClient(country: string | null, ofAddress: RegionCode | undefined): RegionCode | undefined {
  if (country === null) return ofAddress
  return ofAddress?.slice(0, 2) === country ? ofAddress : country
}

/**
 * Whether somebody there is offered only {@link jobTypesEverywhere} (LAW-04): the list names the region or its whole
 * country. Where nobody knows, nothing is restricted.
 */
export function isRestricted(region: RegionCode | undefined, restricted: readonly RegionCode[]): boolean {
  if (region === undefined) return false
  return restricted.includes(region) || restricted.includes(region.slice(0, 2))
}

/** Whether the job type is offered, there or not (LAW-04). */
export function isOffered(jobType: JobTypeId, { restricted }: { restricted: boolean }): boolean {
  return !restricted || jobTypesEverywhere.includes(jobType)
}
