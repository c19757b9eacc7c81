import type { MailRule, Mailbox, UnmatchedEmail } from '@artikul/contract/suppliers/mailboxes'
import { IMAP_PASSWORD } from '../../../testing/imap-server.ts'
import { send, type TestApp } from '../../../testing/test-app.ts'

type Headers = { authorization: string }
type Problem = { code: string; detail: string; errors: { path: string; message: string }[] }
type Answer = Problem & { id: number; version: number; is_ok: boolean; text: string }
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** HTTP calls of a manager who administers mailboxes. */
export function mailboxSettings(test_: TestApp, headersOf: () => Headers) {
  const ask = (method: Method, path: string, payload?: object, headers = headersOf()) =>
    send<Answer>(test_, { method, url: `/api/v1/${path}`, headers, ...(payload && { payload }) })
  const results = async <T>(path: string) =>
    (await send<{ results: T[] }>(test_, { url: `/api/v1/${path}`, headers: headersOf() })).json.results
  return {
    ask,
    mailboxes: () => results<Mailbox>('mailboxes'),
    rules: () => results<MailRule>('mail-rules'),
    letters: () => results<UnmatchedEmail>('unmatched-emails'),
    addRule: async (rule: object, letterId: number | null = null) =>
      (await ask('POST', 'mail-rules', { rule: { subject: '', file_mask: '', ...rule }, letter_id: letterId })).json.id,
  }
}

/** Mailbox on this machine, without encryption. */
export const localMailbox = (port: number, login: string) => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  login,
  folder: 'INBOX',
  is_on: true,
  password: IMAP_PASSWORD,
})

interface Attachment {
  /** Value of `filename=…` exactly as in the header. */
  disposition: string | Buffer
  content: string | Buffer
  type?: string
}

interface EmailFields {
  from?: string
  subject?: string | Buffer
  headers?: readonly string[]
  files?: readonly Attachment[]
}

const bytes = (...parts: (string | Buffer)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)))

/** Builds an email in its wire format; Buffers are inserted unchanged. */
export function buildEmail({ from = 'price@forum.ru', subject = 'price', headers = [], files = [] }: EmailFields) {
  const attached = files.map(({ disposition, content, type = 'application/octet-stream' }) =>
    bytes(
      `--part\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; `,
      disposition,
      `\r\n\r\n${Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`,
    ),
  )
  const head = [...headers, `From: ${from}`, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=part']
  const text = '--part\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nДобрый день\r\n'
  return bytes('Subject: ', subject, `\r\n${head.join('\r\n')}\r\n\r\n`, text, ...attached, '--part--\r\n')
}
