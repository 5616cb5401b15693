import type { Product } from '../product.ts'
import { makeErasureDue } from './personal-data.store.ts'

const batch = 1000

/**
 * Has every account erased again that was erased before and is there, as after the restore of an older backup (SAFE-13);
 * answers how many. At the start, before anybody is served; the round of erasures then does it.
 */
export async function eraseAgain({ erased, queries, clock }: Pick<Product, 'erased' | 'queries' | 'clock'>) {
  const ids = await erased.all()
  let due = 0
  for (let from = 0; from < ids.length; from += batch) {
    due += await makeErasureDue(queries, ids.slice(from, from + batch), clock.now())
  }
  return due
}
