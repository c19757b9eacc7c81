import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/** What becomes of a client that has come: `database` opens the way on. */
type Carry = (client: Socket, database: () => Socket) => void

/** Everything that either side says reaches the other. */
export const pass: Carry = (client, database) => {
  const onward = database()
  client.pipe(onward)
  onward.pipe(client)
}

/** Ways to the database that lead through the test, which are closed after its file. */
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
  /** The address of a new way to the database of this address. */
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
