import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { ServerCertificate } from '../certificates.ts'

interface MailServerOptions {
  /** The server offers STARTTLS only with a certificate. */
  certificate?: ServerCertificate
  /** The only password that signs in. */
  password?: string
  /** Whether the server is silent after its greeting. */
  hangs?: boolean
}

/** A mail server with only the SMTP commands that a client needs to sign in. */
export async function startMailServer({ certificate, password, hangs = false }: MailServerOptions) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.write('220 mail.example ESMTP\r\n')
    if (hangs) socket.on('error', () => undefined)
    else converse(socket, false)
  })
  const converse = (socket: Socket, isEncrypted: boolean) => {
    socket.on('error', () => undefined)
    socket.on('data', (line) => {
      const [word = '', method = '', proof = ''] = line.toString().trim().split(' ')
      const command = word.toUpperCase()
      if (command === 'EHLO') {
        const offers = isEncrypted || certificate === undefined ? 'AUTH PLAIN' : 'STARTTLS'
        socket.write(`250-mail.example\r\n250 ${offers}\r\n`)
      } else if (command === 'STARTTLS' && certificate !== undefined) {
        socket.removeAllListeners('data')
        socket.write('220 Go ahead\r\n')
        converse(new TLSSocket(socket, { isServer: true, ...certificate }), true)
      } else if (command === 'AUTH' && method === 'PLAIN') {
        const isRight = Buffer.from(proof, 'base64').toString().endsWith(`\0${password}`)
        socket.write(isRight ? '235 Welcome\r\n' : '535 Wrong password\r\n')
      } else socket.write(command === 'QUIT' ? '221 Bye\r\n' : '502 Unknown\r\n')
    })
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    end() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
