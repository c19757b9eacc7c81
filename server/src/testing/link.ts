import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/** Handles a connected client; `database` opens the connection to the database. */
type Carry = (client: Socket, database: () => Socket) => void

/** Forwards everything in both directions. */
export const pass: Carry = (client, database) => {
  const onward = database()
  client.pipe(onward)
  onward.pipe(client)
}

/** Creates proxies to the database, closed after the test file. */
export function useLink() {
  const sockets: Socket[] = []
  const servers: Server[] = []
  const keep = (socket: Socket) => {
    sockets.push(socket.on('error', () => undefined))
    return socket
  }
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    for (const server of servers) server.close()
  })
  /** Returns the address of a new proxy to the given database. */
  return async (databaseUrl: string, carry: Carry): Promise<string> => {
    const target = new URL(databaseUrl)
    const folder = target.searchParams.get('host')
    const port = Number(target.port || 5432)
    const onward = () => keep(folder === null ? connect(port, target.hostname) : connect(`${folder}/.s.PGSQL.${port}`))
    const server = createServer((client) => carry(keep(client), onward))
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const at = typeof address === 'object' ? address?.port : 0
    return `postgres://${target.username || 'artikul'}:${target.password}@127.0.0.1:${at}${target.pathname}`
  }
}
