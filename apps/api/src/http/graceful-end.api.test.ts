import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { testProduct } from '../testing/running-product.ts'

/** How long a request may take to arrive; shutdown waits as long for it. */
const limitMs = 400

async function listening(arrival = { limitMs, lookEveryMs: limitMs }) {
  const { product } = await testProduct()
  const app = await buildApp(product, { webDirectory: 'no-web-app', logger: false, arrival })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const connected = async (): Promise<Socket> => {
    const accepted = once(app.server, 'connection')
    const socket = connect(port, '127.0.0.1')
    await Promise.all([accepted, once(socket, 'connect')])
    return socket
  }
  return { app, connected }
}

const answerOn = async (socket: Socket): Promise<string> => {
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  await once(socket, 'close')
  return answer
}

test('[OPS-03] the server ends although a browser holds an unused connection open', async () => {
  const { app, connected } = await listening({ limitMs: 200_000, lookEveryMs: 200_000 })
  const early = await connected()
  await Promise.all([app.close(), once(early, 'close')])
  expect(app.server.listening).toBe(false)
})

test('[OPS-03] answers a request that is still arriving at shutdown', async () => {
  const { app, connected } = await listening({ limitMs: 200_000, lookEveryMs: 200_000 })
  const socket = await connected()
  const answer = answerOn(socket)
  const arrival = once(app.server, 'request')
  const body = '{"type":"x"}'
  socket.write(
    `POST /api/v3/factor_auth HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  await arrival
  const closed = app.close()
  socket.write(body)
  expect(await answer).toMatch(/^HTTP\/1\.1 422 /)
  await closed
})

test('[OPS-03] (abuse 38) a request that never completes does not delay the shutdown', async () => {
  const { app, connected } = await listening()
  const socket = await connected()
  const arrival = once(app.server, 'request')
  socket.write(
    'POST /api/v3/factor_auth HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 5\r\n\r\n',
  )
  await arrival
  const ended = once(socket, 'close')
  await Promise.all([app.close(), ended])
  expect(app.server.listening).toBe(false)
})
