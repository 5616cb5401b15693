import { expect, test } from 'vitest'
import { jobTypes } from '../catalog/job-types.ts'
import { isOffered, isPartOfCountry, isRegionCode, isRestricted, regionOfClient } from './restricted-regions.ts'

test.each([
  ['GB', ['GB'], true],
  ['GB', ['IE', 'US-NY'], false],
  ['US-NY', ['US-NY'], true],
  ['US-CA', ['US-NY'], false],
  ['US-CA', ['US'], true],
  ['US', ['US-NY'], false],
  [undefined, ['GB'], false],
  ['GB', [], false],
])('[LAW-04] restricts %s under the list %j: %s', (region, restricted, isListed) => {
  expect(isRestricted(region, restricted)).toBe(isListed)
})

test.each([
  ['US', 'US-NY', 'US-NY'],
  ['US', 'US', 'US'],
  ['US', 'GB-ENG', 'US'],
  ['US', undefined, 'US'],
  [null, 'US-NY', 'US-NY'],
  [null, undefined, undefined],
])('[LAW-04] places a client of %j at an address in %j in %j', (country, addressRegion, region) => {
  expect(regionOfClient(country, addressRegion)).toBe(region)
})

test('[LAW-04] offers only editing and explanations of problems in a restricted region', () => {
  const offered = (restricted: boolean) =>
    jobTypes.filter(({ id }) => isOffered(id, { restricted })).map(({ id }) => id)
  expect(offered(true)).toEqual(['editing', 'problems'])
  expect(offered(false)).toEqual(jobTypes.map(({ id }) => id))
})

test.each([
  ['US', true],
  ['US-NY', true],
  ['GB-ENG', true],
  ['us', false],
  ['USA', false],
  ['US-', false],
  ['US NY', false],
  ['', false],
])('[LAW-04] accepts %j as the code of a region: %s', (code, isCode) => {
  expect(isRegionCode(code)).toBe(isCode)
})

test('[LAW-04] treats a US state as a part of a country', () => {
  expect([isPartOfCountry('US-NY'), isPartOfCountry('US')]).toEqual([true, false])
})
