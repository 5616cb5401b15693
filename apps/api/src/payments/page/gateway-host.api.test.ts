import { webPaths } from '@nerdify/contract/web-paths.ts'
import { expect, test } from 'vitest'
import { loggingApp } from '../../testing/logging-app.ts'

test('[SAFE-01] paying starts on this site and continues on the payments’ host, if there is one', async () => {
  const { app } = await loggingApp({ publicUrl: 'https://nerdify.example', gatewayUrl: 'https://pay.example' })
  const url = webPaths.payOrder('token', { success_url: '/orders' })
  const open = async (host: string) => app.inject({ url, headers: { host } })
  const led = await open('nerdify.example')
  expect([led.statusCode, led.headers.location]).toEqual([303, `https://pay.example${url}`])
  // That host answers, even behind a proxy that uses another host name.
  for (const host of ['pay.example', 'product:3000']) expect((await open(host)).statusCode).toBe(404)
  await app.close()

  const { app: alone } = await loggingApp({
    publicUrl: 'https://nerdify.example',
    gatewayUrl: 'https://nerdify.example',
  })
  expect((await alone.inject({ url, headers: { host: 'nerdify.example' } })).statusCode).toBe(404)
  await alone.close()
})
