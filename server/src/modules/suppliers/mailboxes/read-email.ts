import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { MailSender } from '@artikul/contract/suppliers/mailboxes'
import type { FetchMessageObject, ImapFlow, MessageStructureObject } from 'imapflow'
import { limitBytes } from '../../../platform/limit-bytes.ts'
import { isListName } from './choose-rule.ts'

export interface EmailAttachment {
  /** Number of the part in the email: «2», «2.1». */
  part: string
  name: string
  /** Encoded size in the email, never smaller than the file itself. */
  encodedBytes: number
}

export interface ReceivedEmail {
  uid: number
  /** Canonical address of the sender; empty when the email names none or several. */
  sender: string
  subject: string
  receivedAt: Date
  /** True when the mailbox's own server reports a forged sender. */
  isForged: boolean
  /** Attached files without inline images. */
  files: EmailAttachment[]
}

/** Readable reason why an email, or a file of it, was not read. */
export class EmailRefused extends Error {}

const MAX_FILES = 50
const MAX_DEPTH = 10
const MAX_NAME_LENGTH = 200
const MAX_SUBJECT_LENGTH = 500
const CHUNK_BYTES = 1024 * 1024
/** Replacement character for bytes that are not UTF-8. */
const BROKEN = '\ufffd'

const windows1251 = new TextDecoder('windows-1251')
const HEADERS = ['authentication-results', 'subject']
const FETCHED_PARTS = { uid: true, envelope: true, bodyStructure: true, internalDate: true, headers: HEADERS } as const

/**
 * Reads the headers and structure of an email; its files stay on the server.
 * @throws LetterRefused
 */
export const readEmail = (client: ImapFlow, uid: number): Promise<ReceivedEmail> =>
  withEmailContext(client, () => read(client, uid))

/** Converts failures caused by the email itself into refusals; failures of the connection or disk are passed on. */
async function withEmailContext<T>(client: ImapFlow, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof EmailRefused || !client.usable || isOfDisk(error)) throw error
    throw damaged()
  }
}

const damaged = () => new EmailRefused('Письмо повреждено и не читается')
const isOfDisk = (error: unknown) => error instanceof Error && 'syscall' in error

async function read(client: ImapFlow, uid: number): Promise<ReceivedEmail> {
  const found = await client.fetchOne(String(uid), FETCHED_PARTS, { uid: true })
  if (!found || !found.bodyStructure) throw damaged()
  const headers = found.headers ?? Buffer.alloc(0)
  const files = filesOf(found.bodyStructure).slice(0, MAX_FILES)
  return {
    uid,
    sender: senderOf(found),
    subject: oneLine(subjectOf(found, headers), MAX_SUBJECT_LENGTH),
    receivedAt: new Date(found.internalDate ?? 0),
    isForged: saysForged(headers.toString('latin1')),
    files: await Promise.all(files.map((file) => withReadableName(client, uid, file))),
  }
}

function senderOf({ envelope }: FetchMessageObject): string {
  const [from, ...others] = envelope?.from ?? []
  const sender = MailSender.safeParse(others.length === 0 ? from?.address : '')
  return sender.success ? sender.data : ''
}

const oneLine = (text: string, most: number) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()

/** Decodes a subject in plain windows-1251, which some senders of price lists still use. */
function subjectOf({ envelope }: FetchMessageObject, headers: Buffer): string {
  const subject = envelope?.subject ?? ''
  if (!subject.includes(BROKEN)) return subject
  return /^subject:([^\r\n]*(?:\r\n[ \t][^\r\n]*)*)/im.exec(windows1251.decode(headers))?.[1] ?? subject
}

/** Reads the verdict of the receiving server about the sender (RFC 8601). */
const saysForged = (headers: string) => {
  const results = headers.replace(/\r\n[ \t]+/g, ' ').match(/^authentication-results:.*$/gim) ?? []
  return results.some((result) => /[;\s](dmarc|spf)\s*=\s*fail\b/i.test(result))
}

function filesOf(node: MessageStructureObject, depth = 0): EmailAttachment[] {
  if (depth > MAX_DEPTH) return []
  if (node.childNodes) return node.childNodes.flatMap((child) => filesOf(child, depth + 1))
  const name = node.dispositionParameters?.['filename'] ?? node.parameters?.['name'] ?? ''
  if (name === '' || (node.type.startsWith('image/') && node.disposition !== 'attachment')) return []
  return [{ part: node.part ?? '1', name: oneLine(name, MAX_NAME_LENGTH), encodedBytes: node.size ?? 0 }]
}

/** Reads a name in plain windows-1251 from the bytes of its header. */
async function withReadableName(client: ImapFlow, uid: number, file: EmailAttachment): Promise<EmailAttachment> {
  if (!file.name.includes(BROKEN)) return file
  const key = `${file.part}.mime`
  const found = await client.fetchOne(String(uid), { uid: true, bodyParts: [key] }, { uid: true })
  const header = found && found.bodyParts?.get(key)
  const name = header && /name="?([^";\r\n]+)/i.exec(windows1251.decode(header))?.[1]
  return name ? { ...file, name: oneLine(name, MAX_NAME_LENGTH) } : file
}

export const isList = ({ name }: EmailAttachment) => isListName(name)

const tooLarge = (most: number) => new EmailRefused(`Файл больше ${Math.floor(most / 1024 / 1024)} МБ`)

/**
 * Streams an attached file to the disk.
 * @throws LetterRefused
 */
export async function downloadFile(
  client: ImapFlow,
  uid: number,
  file: EmailAttachment,
  { path, most }: { path: string; most: number },
): Promise<void> {
  // Base64 encodes three bytes as four characters and adds line breaks.
  if (file.encodedBytes > most * 1.4) throw tooLarge(most)
  await withEmailContext(client, async () => {
    const { content } = await client.download(String(uid), file.part, { uid: true, chunkSize: CHUNK_BYTES })
    if (!content) throw new EmailRefused('Файла в письме больше нет')
    await pipeline(
      content,
      limitBytes(most, () => tooLarge(most)),
      createWriteStream(path, { mode: 0o600 }),
    )
  })
}
