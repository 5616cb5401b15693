import type { PriceName } from '@nerdify/domain/catalog/job-types.ts'
import { jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'

/** The words of prices, services and late credit (DESK-05). */
export const priceTexts = {
  heading: 'Prices',
  lead: 'A new price counts for quotes from now on. A quote that a client has already keeps its price.',
  read: { loading: 'Loading the prices', failed: 'The prices did not load' },
  save: 'Put in force',
  saving: 'Saving',
  saved: 'In force.',
  undo: 'Undo my changes',
  inForce: (value: string) => `now ${value === '' ? 'none' : value}`,

  rates: 'Price table',
  ratesLead:
    'Dollars per page, 300 words, slide or 15 minutes, for deadlines within these hours. Clear a cell to drop it.',
  kind: 'Kind of work',
  nameOf: (priceName: PriceName) => jobTypeByPriceName(priceName)?.name ?? priceName,
  hours: (hours: string) => `${hours} h`,
  rateOf: (name: string, hours: string) => `${name}, ${hours} ${hours === '1' ? 'hour' : 'hours'}`,
  noRate: '–',
  newHours: 'Another deadline, in hours',
  addHours: 'Add the column',
  hoursWrong: 'Please type whole hours that no column has yet.',

  services: 'Extra services',
  service: 'Service',
  price: 'Price',
  unit: 'Unit',
  units: { amount: 'dollars', percent_of_quote: '% of the quote' },
  priceOf: (name: string) => `Price of ${name}`,
  unitOf: (name: string) => `Unit of ${name}`,
  notOffered: 'not offered',

  lateCredit: 'Credit for late work',
  lateCreditLead: 'A part of the payment, back to the balance. It counts for orders that are paid from now on.',
  hoursLate: 'Hours late, from',
  percent: 'Credit, %',
  stepHours: (step: number) => `Step ${step}, hours late`,
  stepPercent: (step: number) => `Step ${step}, credit in %`,
  stepWrong: 'please type hours from 0 and a percentage above 0',
  noSteps: 'Late work gets no credit.',

  notANumber: 'Please type a number, such as 12 or 12.50.',
  samples: {
    price: 'Three sample orders would cost',
    credit: 'Three sample orders that come late would get back',
  },
  sampleColumns: { order: 'Sample order', now: 'Now', after: 'After', change: 'Change' },
  sample: (name: string, size: string, hours: number) => `${name}, ${size}, ${hours} hours`,
  with: (services: string) => `with ${services}`,
  late: (hours: number) => `${hours} ${hours === 1 ? 'hour' : 'hours'} late`,
  cannotPrice: 'no price',
  wrongCell: 'The samples follow when each cell is right.',
} as const
