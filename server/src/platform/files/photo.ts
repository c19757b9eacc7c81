import type { Sharp } from 'sharp'
import { AppError } from '../errors.ts'
import { fileTypeOf } from './file-type.ts'

export type PhotoType = 'image/jpeg' | 'image/png' | 'image/webp'

/** Picture upright and without metadata of its camera, such as place and author. */
export interface Photo {
  type: PhotoType
  bytes: Buffer
  width: number
  height: number
}

const MAX_SIDE_PX = 12_000
/** A few bytes may encode more pixels than a browser can draw. */
const MAX_PIXELS = 60_000_000

/** Opens a photo; the library is loaded with the first one, because it takes 15 MB. */
async function openPhoto(bytes: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  // One photo takes one core: the others answer requests.
  sharp.concurrency(1)
  return sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS })
}

/**
 * Decodes a photo and encodes it again: nothing but its pixels and colour profile is kept.
 * @param bytes file as uploaded; its type is detected by its content
 * @throws AppError `file.refused`
 */
export async function decodePhoto(bytes: Buffer): Promise<Photo> {
  const type = fileTypeOf(bytes, ['image/jpeg', 'image/png', 'image/webp'])
  if (!type) throw refused('Нужна фотография JPEG, PNG или WebP')
  const photo = await openPhoto(bytes)
  const { data, info } = await photo
    .autoOrient()
    .keepIccProfile()
    .toBuffer({ resolveWithObject: true })
    .catch(rethrowRefused)
  if (info.width > MAX_SIDE_PX || info.height > MAX_SIDE_PX) throw tooLarge()
  return { type, bytes: data, width: info.width, height: info.height }
}

/**
 * Decodes a logo, stamp or signature and encodes it as PNG, transparent where it was; a smaller one is not enlarged.
 * @param side longest side of the result, px
 * @throws AppError `file.refused`
 */
export async function decodePicture(bytes: Buffer, side: number): Promise<Buffer> {
  if (!fileTypeOf(bytes, ['image/jpeg', 'image/png', 'image/webp'])) throw refused('Нужна картинка JPEG, PNG или WebP')
  const photo = await openPhoto(bytes)
  return photo.autoOrient().resize(sided(side)).png().toBuffer().catch(rethrowRefused)
}

/** Picture in two sizes as WebP, without metadata and on white, with the size of the larger one. */
export interface ShrunkPhoto {
  thumbnail: Buffer
  picture: Buffer
  width: number
  height: number
}

const WEBP = { quality: 80 } as const
const sided = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const

/**
 * Decodes a photo and encodes it again in two sizes; a smaller one is not enlarged.
 * @param sides longest sides of the results, px
 * @throws AppError `file.refused`
 */
export async function shrinkPhoto(bytes: Buffer, sides: { thumbnail: number; picture: number }): Promise<ShrunkPhoto> {
  if (!fileTypeOf(bytes, ['image/jpeg', 'image/png', 'image/webp']))
    throw refused('Нужна фотография JPEG, PNG или WebP')
  const photo = await openPhoto(bytes)
  const { data: picture, info } = await photo
    .autoOrient()
    .resize(sided(sides.picture))
    .flatten({ background: '#fff' })
    .webp(WEBP)
    .toBuffer({ resolveWithObject: true })
    .catch(rethrowRefused)
  const large = await openPhoto(picture)
  const thumbnail = await large.resize(sided(sides.thumbnail)).webp(WEBP).toBuffer()
  return { thumbnail, picture, width: info.width, height: info.height }
}

/** The library has no code for too many pixels, and reading the size first would parse the file twice. */
function rethrowRefused(error: unknown): never {
  throw String(error).includes('pixel limit') ? tooLarge() : refused('Фотография повреждена')
}

const refused = (detail: string) => new AppError('file.refused', { detail })

const tooLarge = () => refused('Фотография слишком велика: не больше 60 мегапикселей и 12 000 точек по стороне')
