import type { JobTypeId } from '../catalog/job-types.ts'

/** A country (ISO 3166-1, `GB`) or a part of one (ISO 3166-2, `US-NY`), in capitals. */
export type RegionCode = string

/** The value of RESTRICTED_REGIONS that restricts no region (LAW-04). */
export const noRegions = 'none'

/**
 * LAW-04: whether a job type is offered even where graded work for pay is an offense: only editing, and explanations of
 * problems.
 */
const isOfferedEverywhere: Record<JobTypeId, boolean> = {
  writing: false,
  editing: true,
  presentation: false,
  problems: true,
  quiz: false,
  task: false,
}

/** Explains the restricted choice (LAW-04). */
export const restrictedRegionText =
  'The law where you are doesn’t let us do graded work for pay. We can edit your writing and explain problems to you.'

/** Whether the code has the form of a country or a part of one. */
export const isRegionCode = (code: string): boolean => /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/.test(code)

/** Whether the code names a part of a country, such as a US state. */
export const isPartOfCountry = (code: RegionCode): boolean => code.includes('-')

/**
 * A client's region (LAW-04): their country, refined by the region of their IP address if that is a part of it;
 * without a country, the region of the IP address.
 */
export function regionOfClient(country: string | null, addressRegion: RegionCode | undefined): RegionCode | undefined {
  if (country === null) return addressRegion
  return addressRegion?.slice(0, 2) === country ? addressRegion : country
}

/**
 * Whether clients in this region get only the job types of {@link isOfferedEverywhere} (LAW-04): the list names the
 * region or its country. An unknown region is not restricted.
 */
export function isRestricted(region: RegionCode | undefined, restricted: readonly RegionCode[]): boolean {
  if (region === undefined) return false
  return restricted.includes(region) || restricted.includes(region.slice(0, 2))
}

/** Whether the job type is offered (LAW-04). */
export function isOffered(jobType: JobTypeId, { restricted }: { restricted: boolean }): boolean {
  return !restricted || isOfferedEverywhere[jobType]
}
