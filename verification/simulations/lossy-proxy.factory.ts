import { createServer, request as forwardTo, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Calls passed on and answers lost, by operation: `POST /abcp/orders/instant`. */
export type ProxyCounts = Map<string, { calls: number; lost: number }>

/** Passes a call on and returns the complete answer of the server. */
async function answerOf(target: URL, { method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { hostname, port, host } = target
  forwardTo({ hostname, port, method, path: url, headers: { ...headers, host } }, resolve)
    .on('error', reject)
    .end(body)
  const answer = await promise
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: await buffer(answer) }
}

/**
 * Opens a proxy to a server that loses one answer in every so many of each operation: the server has done its work and
 * answered, but the caller only sees a broken connection.
 */
export async function openLossyProxy(target: URL, lostEvery: number) {
  const counts: ProxyCounts = new Map()
  const server = createServer((call, reply) => {
    const operation = `${call.method} ${call.url?.split('?')[0]}`
    const count = counts.get(operation) ?? { calls: 0, lost: 0 }
    counts.set(operation, count)
    count.calls += 1
    // In the middle of each run of calls, so that operations that are called rarely lose answers too.
    const isLost = count.calls % lostEvery === Math.ceil(lostEvery / 2)
    if (isLost) count.lost += 1
    buffer(call)
      .then((body) => answerOf(target, call, body))
      .then(
        ({ status, headers, body }) => (isLost ? call.socket.destroy() : reply.writeHead(status, headers).end(body)),
        () => call.socket.destroy(),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    origin: `http://127.0.0.1:${port}`,
    counts,
    close: () => server.close().closeAllConnections(),
  }
}
