/**
 * Whether lookups by a client and by operations are as fast among many orders of other clients as among 1,000 (CAB-01,
 * OPS-05).
 */
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { ordersMostCounted } from '@nerdify/contract/operations.ts'
import { type Call, sender, saturate } from './load.ts'
import { type Engine, type MeasuredServer, startMeasuredServer, withEngines } from './measured-server.ts'
import { addRow, atFullSize, interleaved, ratioOf, shown } from './rows.ts'

const few = 1_000
const many = atFullSize ? 1_000_000 : 50_000
const rounds = 5
const roundMs = 400

/** The lookups; some count matches up to a limit (`ordersMostCounted`), so their time grows until there. */
function lookupsOf({ reader, operationsToken }: MeasuredServer) {
  const ofClient = (path: string): Call => ({ method: 'GET', path, token: reader.token })
  const ofOperations = (path: string): Call => ({ method: 'GET', path, token: operationsToken })
  return [
    { what: 'a client’s list', call: ofClient(apiPaths.orders()) },
    { what: 'one order of a client', call: ofClient(apiPaths.order(reader.orderId)) },
    { what: 'the first data of a visit', call: ofClient(apiPaths.firstData()) },
    { what: 'the list of operations', call: ofOperations(opsPaths.orders()), counts: true },
    {
      what: 'their list of a frequent state',
      call: ofOperations(`${opsPaths.orders()}?state=unpaid`),
      counts: true,
    },
    { what: 'their list of a rare state', call: ofOperations(`${opsPaths.orders()}?state=refund_accepted`) },
    { what: 'the queue of operations', call: ofOperations(opsPaths.queue()) },
    { what: 'their own order by its number', call: ofOperations(opsPaths.order(reader.orderNumber)) },
  ]
}

async function compare(engine: Engine): Promise<void> {
  const sides: { server: MeasuredServer; product: ReturnType<typeof sender> }[] = []
  try {
    for (const otherOrders of [few, many]) {
      const server = await startMeasuredServer(engine, { writers: 0, otherOrders })
      sides.push({ server, product: sender(server.port) })
    }
    const [small, large] = sides.map(({ server, product: { send } }) =>
      lookupsOf(server).map(({ call }) => async () => {
        const { times, tookMs } = await saturate({ connections: 2, durationMs: roundMs }, () => send(call))
        return tookMs / times
      }),
    )
    for (const [index, { what, counts }] of lookupsOf((sides[0] as (typeof sides)[0]).server).entries()) {
      const [ofSmall, ofLarge] = [small?.[index], large?.[index]]
      if (ofSmall === undefined || ofLarge === undefined) continue
      const measured = await interleaved(rounds, { small: ofSmall, large: ofLarge })
      const ratio = ratioOf(measured.large ?? [], measured.small ?? [])
      const note = counts ? `; it counts up to ${ordersMostCounted.toLocaleString('en-US')}` : ''
      addRow({
        what: `${engine.name}: ${what} among ${many.toLocaleString('en-US')} orders against ${few.toLocaleString('en-US')}`,
        measured: `${shown(ratio, '×', 2)}${note}`,
        ...(counts ? {} : { value: ratio.median, budget: { most: 1.3, unit: '×' } }),
      })
    }
  } finally {
    for (const { server, product } of sides) {
      product.close()
      await server.stop()
    }
  }
}

await withEngines(compare)
