import { z } from 'zod'
import { Id } from '../core/fields.ts'

/** Sides of the stored pictures, px; a smaller original is not enlarged. */
export const PHOTO_SIDES = { thumbnail: 160, picture: 1000 } as const
export const PhotoSize = z.enum(['thumbnail', 'picture'])
export type PhotoSize = z.infer<typeof PhotoSize>

/** Hash of a picture's bytes, which is its address: other bytes have another address. */
export const PhotoHash = z.string().regex(/^[0-9a-f]{32}$/, 'Неверный адрес фото')

export const PHOTO_SOURCES = {
  import: 'Архив фото',
  price_list: 'Прайс-лист',
  one_c: '1С',
  url: 'По ссылке',
  manual: 'Вручную',
} as const
export type PhotoSource = keyof typeof PHOTO_SOURCES

export const ProductPhoto = z.object({
  id: Id,
  hash: PhotoHash,
  /** Size of the picture, which reserves its space until it is loaded. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** Author or licence; empty when not stated. */
  licence: z.string(),
})
export type ProductPhoto = z.infer<typeof ProductPhoto>

/** Builds the address of a picture; its reply may be cached for ever. */
export const photoUrl = (hash: string, size: PhotoSize) => `/api/v1/product-photos/${hash}/${size}`
