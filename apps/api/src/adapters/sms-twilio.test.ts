import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { twilioSms } from './sms-twilio.ts'

test.each([
  ['never answers', ''],
  [
    'stops within its answer',
    'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"sid":',
  ],
])('[HOLD-11] counts a text as possibly sent, after a short wait, if the provider %s', async (_case, answer) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume()
    socket.write(answer)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const from = { US: '+15005550006', CA: '+16135550106', AU: '+61480000106' }
  const sms = twilioSms({ apiBase: `http://127.0.0.1:${port}`, accountSid: 'AC1', authToken: 't', from }, 200)
  const text = { to: '+15005550009', body: 'Hi' }
  expect(await sms.send({ ...text, reportUrl: 'http://127.0.0.1/r' })).toMatchObject({ outcome: 'unknown' })
  expect(await sms.find({ ...text, since: 0 })).toEqual({ outcome: 'unavailable' })
  server.close()
})
