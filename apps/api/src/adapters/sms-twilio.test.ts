import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { twilioSms } from './sms-twilio.ts'

const from = { US: '+15005550006', CA: '+16135550106', AU: '+61480000106' }

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
  const sms = twilioSms({ apiBase: `http://127.0.0.1:${port}`, accountSid: 'AC1', authToken: 't', from }, 200)
  const text = { to: '+15005550009', body: 'Hi' }
  expect(await sms.send({ ...text, reportUrl: 'http://127.0.0.1/r' })).toMatchObject({ outcome: 'unknown' })
  expect(await sms.find({ ...text, since: 0 })).toEqual({ outcome: 'unavailable' })
  server.close()
})

test.each([
  ['country is not switched on', 21408, 'unavailable'],
  ['account is a trial', 21608, 'unavailable'],
  ['sender is not ours', 21660, 'unavailable'],
  ['sender’s queue is full', 21611, 'unavailable'],
  ['reader’s number is wrong', 21211, 'refused'],
  ['reader opted out', 21610, 'refused'],
])('[MSG-05] keeps a text for later unless the refusal is about its reader: the %s', async (_why, code, outcome) => {
  const server = createHttpServer((request, response) => {
    request.resume()
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ code, status: 400 }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const sms = twilioSms({ apiBase: `http://127.0.0.1:${port}`, accountSid: 'AC1', authToken: 't', from })
  const text = { to: '+61480000107', body: 'Hi', reportUrl: 'http://127.0.0.1/r' }
  expect(await sms.send(text)).toEqual({ outcome, code: String(code) })
  server.close()
})
