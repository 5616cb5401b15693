import { expect, test } from 'vitest'
import { someServicePrices } from '../testing/a-price-table.ts'
import { offeredServices, serviceKeys, serviceNames, type ServicePrices, servicePriceCents } from './services.ts'

const prices: ServicePrices = {
  ...someServicePrices,
  adv_plagreport: { amount: 8.25 },
  draft_needed: { percent_of_quote: 12.5 },
}

test('[SRV-01] names the five services', () => {
  expect(serviceKeys.map((key) => [key, serviceNames[key]])).toEqual([
    ['top_writer', 'TOP Nerd'],
    ['draft_needed', 'Draft'],
    ['adv_plagreport', 'Plagiarism Report'],
    ['prioritize_my_task', 'Prioritize my Task'],
    ['client_recomended_writer', 'Preferred Nerd'],
  ])
})

test('[FLOW-23] offers Prioritize my Task, TOP Nerd and Plagiarism Report in the extra-services step', () => {
  expect(offeredServices.map((key) => serviceNames[key])).toEqual([
    'Prioritize my Task',
    'TOP Nerd',
    'Plagiarism Report',
  ])
})

test('[SRV-02] prices a service in dollars or as a percentage of the quote price, to the cent', () => {
  expect(servicePriceCents('prioritize_my_task', prices, 4000)).toBe(500)
  expect(servicePriceCents('adv_plagreport', prices, 4000)).toBe(825)
  expect(servicePriceCents('top_writer', prices, 4000)).toBe(800)
  expect(servicePriceCents('client_recomended_writer', prices, 1025)).toBe(103) // 102.5 cents
  expect(servicePriceCents('draft_needed', prices, 1004)).toBe(126) // 125.5 cents
})
