import { describe, expect, test } from 'vitest'
import { deliveryFault, nerdFault, type ExistingFile } from './owed-to-client.ts'

const sold = { added: true, paid: true, refunded: false, priceCents: 800 }
const included = { ...sold, priceCents: 0 }
const work = (at: number): ExistingFile => ({ type: 'file_final_draft', at })
const report = (at: number): ExistingFile => ({ type: 'plagiarism_report', at })

describe('[WAIT-06] reports a delivery’s missing file', () => {
  test.each([
    ['without a file', [], null, 'work_missing'],
    ['with the work', [work(1)], null, undefined],
    ['with only a draft', [{ type: 'file_draft_paper', at: 1 }], null, 'work_missing'],
    ['with only files of the client', [{ type: 'order_form', at: 1 }], null, 'work_missing'],
    ['with work that was already delivered', [work(5)], 5, 'work_missing'],
    ['with new work since the last delivery', [work(1), work(6)], 5, undefined],
  ] as const)('%s', (_case, files, sentAt, expected) => {
    expect(deliveryFault({ files, sentAt, services: {} })).toBe(expected)
  })

  test.each([
    ['is paid', sold, 'report_missing'],
    ['is included', included, 'report_missing'],
    ['was refunded', { ...sold, refunded: true }, undefined],
    ['was added and is not paid', { ...sold, paid: false }, undefined],
  ] as const)('with a plagiarism report that %s', (_case, adv_plagreport, expected) => {
    const delivery = { sentAt: null, services: { adv_plagreport } }
    expect(deliveryFault({ ...delivery, files: [work(1)] })).toBe(expected)
    expect(deliveryFault({ ...delivery, files: [work(1), report(2)] })).toBeUndefined()
  })
})

describe('[WAIT-06] reports why a Nerd may not take an order', () => {
  const ada = { name: 'Ada', rating: 4.9 }
  const ben = { name: 'Ben', rating: 4.8 }
  const top = { top_writer: included }
  const preferred = { client_recomended_writer: sold }
  test.each([
    ['rated 4.8 for a plain order', ben, {}, undefined, undefined],
    ['without a name for a plain order', undefined, {}, undefined, undefined],
    ['rated 4.8 for TOP Nerd', ben, top, 'A reason', 'nerd_below_top'],
    ['rated 4.9 for TOP Nerd', ada, top, undefined, undefined],
    ['without a name for TOP Nerd', undefined, top, 'A reason', 'nerd_unnamed'],
    ['rated 4.8 for a refunded TOP Nerd', ben, { top_writer: { ...sold, refunded: true } }, undefined, undefined],
    ['preferred by the client', ben, preferred, undefined, undefined],
    ['not preferred by the client', ada, preferred, undefined, 'nerd_not_preferred'],
    ['not preferred by the client, with a reason', ada, preferred, 'Ben is ill', undefined],
    ['without a name for an order with a preferred Nerd', undefined, preferred, undefined, 'nerd_unnamed'],
    ['without a name for it, with a reason', undefined, preferred, 'Ben is ill', undefined],
    ['rated 4.8 and preferred, for TOP Nerd', ben, { ...preferred, ...top }, undefined, 'nerd_below_top'],
  ] as const)('%s', (_case, nerd, services, reason, expected) => {
    expect(nerdFault({ nerd, preferred: 'Ben', services, reason })).toBe(expected)
  })
})
