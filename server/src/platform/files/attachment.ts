import { MAX_MB_PER_DAY, MAX_MB_PER_CONVERSATION } from '@artikul/contract/core/attachments'
import { AppError } from '../errors.ts'
import { fileTypeOf, type FileType } from './file-type.ts'
import { decodePhoto } from './photo.ts'

const EXTENSIONS: Record<FileType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}

/** Detects the type by the first bytes and removes the camera metadata of photos, such as place and author. */
async function cleaned(bytes: Buffer): Promise<{ type: FileType; bytes: Buffer }> {
  const type = fileTypeOf(bytes, ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'])
  if (!type) throw new AppError('file.refused', { detail: 'Нужна фотография JPEG, PNG, WebP или файл PDF' })
  return type === 'application/pdf' ? { type, bytes } : decodePhoto(bytes)
}

/** Sanitises a file name: removes path characters and sets the extension of the detected type. */
function nameOf(typed: string, type: FileType): string {
  const base = typed.replace(/\.[A-Za-z0-9]{1,5}$/, '').replace(/[\p{C}\\/:*?"<>|]/gu, '_')
  return `${base.slice(0, 100) || 'Файл'}.${EXTENSIONS[type]}`
}

const MB = 1024 * 1024

/** Existing files of an order or a claim and of its company. */
export interface StoredFiles {
  files: number
  bytes: number
  /** Bytes of the company within the last day. */
  bytesOfDay: number
}

const DAY_MS = 24 * 3_600_000
export const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS)

export const withFile = ({ files, bytes, bytesOfDay }: StoredFiles, { length }: Buffer): StoredFiles => ({
  files: files + 1,
  bytes: bytes + length,
  bytesOfDay: bytesOfDay + length,
})

/**
 * @param place «По заказу», «В обращении»
 * @throws AppError `file.refused` above the limits
 */
export function requireRoom(place: string, { files, bytes, bytesOfDay }: StoredFiles, mostFiles: number) {
  const refuse = (detail: string) => new AppError('file.refused', { detail })
  if (files > mostFiles) throw refuse(`${place} не больше ${mostFiles} файлов`)
  if (bytes > MAX_MB_PER_CONVERSATION * MB) throw refuse(`${place} не больше ${MAX_MB_PER_CONVERSATION} МБ файлов`)
  if (bytesOfDay > MAX_MB_PER_DAY * MB)
    throw refuse(`За сутки принимаем не больше ${MAX_MB_PER_DAY} МБ файлов: продолжите завтра`)
}

/** Attachment of a message in its stored form. */
export interface Attachment {
  name: string
  type: FileType
  bytes: Buffer
}

/**
 * Validates a photo or a PDF by its bytes, not by its name.
 * @param input file as uploaded, with its original name
 * @throws AppError `file.refused`
 */
export async function attachmentOf(input: { name: string; bytes: Buffer }): Promise<Attachment> {
  const { type, bytes } = await cleaned(input.bytes)
  return { name: nameOf(input.name, type), type, bytes }
}
