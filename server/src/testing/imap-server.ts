import { ImapFlow } from 'imapflow'
import { afterAll, beforeAll } from 'vitest'
import { IMAP_PASSWORD, startImapServer, type ImapServer } from '../../../tools/imap-server.ts'

export { IMAP_PASSWORD } from '../../../tools/imap-server.ts'

interface OwnImapServer extends Omit<ImapServer, 'stop'> {
  /** Acts on a mailbox as its owner. */
  as: <T>(login: string, work: (client: ImapFlow) => Promise<T>) => Promise<T>
}

/** Starts a real IMAP server for a test file. */
export function useImapServer(): OwnImapServer {
  let started: ImapServer
  beforeAll(async () => {
    started = await startImapServer()
  })
  afterAll(() => started.stop())
  return {
    get plain() {
      return started.plain
    },
    get tls() {
      return started.tls
    },
    get certificate() {
      return started.certificate
    },
    deliver: (...letter) => started.deliver(...letter),
    as: async (login, work) => {
      const auth = { user: login, pass: IMAP_PASSWORD }
      const address = { host: '127.0.0.1', port: started.plain, secure: false, doSTARTTLS: false }
      const client = new ImapFlow({ ...address, auth, logger: false })
      await client.connect()
      try {
        return await work(client)
      } finally {
        await client.logout()
      }
    },
  }
}
