import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect } from 'vitest'

interface Letter {
  to: string
  subject: string
  text: string
  /** First link of the text. */
  link: string
}

/** Starts a mail server of the file's own, which accepts every email and returns the newest one for an address. */
export function useMailServer(port: number) {
  const letters: Letter[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then(({ to, subject = '', text = '' }) => {
          const link = /https?:\/\/\S+/.exec(text)?.[0] ?? ''
          letters.push({ to: to?.[0]?.address ?? '', subject, text, link })
          done()
        })
      })
    },
  })
  beforeAll(() => new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve)))
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
  const find = (to: string, subject: string) => letters.findLast((one) => one.to === to && one.subject === subject)
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    /** Waits for the email, which is sent after the reply. */
    receive: async (to: string, subject: string): Promise<Letter> => {
      await expect.poll(() => find(to, subject)?.subject, { timeout: 10_000 }).toBe(subject)
      return find(to, subject) ?? expect.fail(`no letter «${subject}»`)
    },
  }
}
