/** A locale that knows the zones of its region; not every browser's does. */
type LocaleWithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined }

/**
 * The time zones of a client's country (ISO 3166-1), west to east in nothing but their clocks: one zone for each time
 * that its clocks show at `at`. Empty if the country or its zones are unknown.
 */
export function zonesOf(country: string | null, at: number): string[] {
  if (country === null) return []
  let zones: string[]
  try {
    zones = (new Intl.Locale('und', { region: country }) as LocaleWithZones).getTimeZones?.() ?? []
  } catch {
    return []
  }
  const byTime = new Map(zones.map((zone) => [new Date(at).toLocaleString('sv-SE', { timeZone: zone }), zone]))
  return [...byTime].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, zone]) => zone)
}
