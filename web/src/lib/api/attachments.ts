import { MAX_FILE_BYTES } from '@artikul/contract/core/attachments'
import type { IdParams } from '@artikul/contract/core/fields'
import type { FILE, Route } from '@artikul/contract/core/route'
import { smallerPhoto } from '../browser/smaller-photo.ts'

/** File that the server stores until its message is sent. */
export interface UploadedFile {
  id: number
  name: string
}

/** Route of attached files. */
export interface FileRoute extends Route {
  params: typeof IdParams
  reply: typeof FILE
}

const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf']

/** Returns the problem of a file before upload; the server recognises the content by its bytes. */
export function fileRefusal({ name, size, type }: Pick<File, 'name' | 'size' | 'type'>): string | null {
  if (!TYPES.includes(type)) return `${name}: нужна фотография JPEG, PNG, WebP или PDF`
  return type === 'application/pdf' && size > MAX_FILE_BYTES ? `${name}: не больше 10 МБ` : null
}

/** Uploads a file as soon as it is chosen; the message refers to it by id. */
export async function uploadFile(
  file: File,
  send: (query: { name: string }, file: File) => Promise<{ id: number }>,
): Promise<UploadedFile> {
  const { id } = await send({ name: file.name.slice(-200) }, await smallerPhoto(file))
  return { id, name: file.name }
}
