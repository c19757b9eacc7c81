import { MAX_PHOTO_BYTES } from '@artikul/contract/ordering/quote-requests'

export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Returns the problem of a file before upload; the server recognises the content by its bytes. */
export function photoRefusal(file: Pick<File, 'name' | 'size' | 'type'>): string | null {
  if (!(PHOTO_TYPES as readonly string[]).includes(file.type))
    return `${file.name}: нужна фотография JPEG, PNG или WebP`
  return file.size > MAX_PHOTO_BYTES ? `${file.name}: не больше 5 МБ` : null
}
