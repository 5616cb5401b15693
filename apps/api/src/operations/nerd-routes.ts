import { IdAddress } from '@nerdify/contract/addresses.ts'
import { NerdChange, NerdCreation, NerdPage, NerdsQuery, RegisteredNerd } from '@nerdify/contract/nerds.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { AppContext } from '../app-context.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'
import { addNerd, changeNerd, listNerds, readNerd } from '../nerds/register.ts'
import { loggedCall, writeLogged } from './logged-write.ts'

/** The register of Nerds (OPS-14). */
export function operationsNerdRoutes(app: App, product: AppContext): void {
  const { clock, queries, settings } = product
  const time = () => ({ now: clock.now(), zone: settings.companyZone })

  app.get(
    opsPaths.nerds(),
    operationsCall('A page of the Nerds, by name', { querystring: NerdsQuery, 200: NerdPage }),
    async ({ query: { active, cursor } }) =>
      listNerds(queries, { active: active === undefined ? undefined : active === 'true', cursor }, time()),
  )

  app.get(
    opsPaths.nerd(':id'),
    operationsCall('One Nerd', { params: IdAddress, 200: RegisteredNerd }),
    async (request) => readNerd(queries, request.params.id, time()),
  )

  app.post(
    opsPaths.nerds(),
    loggedCall('Add a Nerd', { body: NerdCreation, 201: RegisteredNerd }),
    async (request, reply) => {
      const added = await writeLogged(product, request, 'add nerd', async ({ queries: within, now }) => {
        const id = await addNerd(within, request.body, now)
        return { subject: `nerd ${id}`, body: await readNerd(within, id, time()) }
      })
      return reply.code(201).send(added)
    },
  )

  app.patch(
    opsPaths.nerd(':id'),
    loggedCall('Change a Nerd', { params: IdAddress, body: NerdChange, 200: RegisteredNerd }),
    async (request) =>
      writeLogged(product, request, 'change nerd', async ({ queries: within }) => {
        const { id } = request.params
        await changeNerd(within, id, request.body)
        return { subject: `nerd ${id}`, body: await readNerd(within, id, time()) }
      }),
  )
}
