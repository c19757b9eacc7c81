import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Portal behind a proxy that can be shut, and that can serve a new build: other pages, another service worker. */
export interface Door {
  origin: string
  shut: () => Promise<void>
  open: () => Promise<void>
  /** Serves the next build from now on. */
  deploy: () => void
}

const textOf = async (reply: IncomingMessage) => {
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** Simulates a build in which every page has changed. */
const asNext = (text: string) =>
  text
    .replace(/offline-[0-9a-f]{12}/, 'offline-nextbuild001')
    .replace('</head>', '<meta name="build" content="next" /></head>')

export async function openDoor(origin: string): Promise<Door> {
  let isNext = false
  let server: Server
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server = createServer((incoming, reply) => {
        const headers = { ...incoming.headers, ...(isNext && { 'accept-encoding': 'identity' }) }
        const through = request(`${origin}${incoming.url ?? ''}`, { method: incoming.method, headers }, (answer) => {
          const isPage =
            /text\/html|javascript/.test(answer.headers['content-type'] ?? '') && !incoming.url?.startsWith('/assets/')
          if (!isNext || !isPage) {
            reply.writeHead(answer.statusCode ?? 502, answer.headers)
            answer.pipe(reply)
            return
          }
          void textOf(answer).then((text) => {
            const { 'content-length': _length, etag: _etag, ...kept } = answer.headers
            reply.writeHead(answer.statusCode ?? 502, kept).end(asNext(text))
          })
        })
        through.on('error', () => reply.destroy())
        reply.on('close', () => through.destroy())
        incoming.pipe(through)
      }).listen(port, '127.0.0.1', resolve)
    })
  await listen(0)
  // A server listening on a port has an address of this form.
  const { port } = server!.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    shut: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    open: () => listen(port),
    deploy: () => {
      isNext = true
    },
  }
}
