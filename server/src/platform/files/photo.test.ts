import sharp from 'sharp'
import { expect, test } from 'vitest'
import { jpegOf } from '../../testing/files/photos.ts'
import { decodePhoto } from './photo.ts'

const picture = () => sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
const GPS = { IFD0: { Copyright: 'GPS 55.7558 37.6173' } }
const TOO_LARGE = 'Фотография слишком велика: не больше 60 мегапикселей и 12 000 точек по стороне'
const TYPES = ['jpeg', 'png', 'webp'] as const

test.each(TYPES)('%s loses its camera metadata and everything after its end', async (type) => {
  const bytes = await picture().withExif(GPS).toFormat(type).toBuffer()
  expect(bytes.toString('latin1')).toContain('GPS')
  const photo = await decodePhoto(Buffer.concat([bytes, Buffer.from('<script>')]))
  expect(photo).toMatchObject({ type: `image/${type}`, width: 40, height: 20 })
  expect(photo.bytes.toString('latin1')).not.toMatch(/GPS|<script>/)
})

test('photo that the camera has turned is upright', async () => {
  const turned = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(await decodePhoto(turned)).toMatchObject({ width: 20, height: 40 })
})

test.each([
  ['no picture', Buffer.from('GIF89a'), 'Нужна фотография JPEG, PNG или WebP'],
  ['cut within its head', jpegOf().subarray(0, 24), 'Фотография повреждена'],
  ['cut within its pixels', jpegOf({ width: 640, height: 480 }).subarray(0, 900), 'Фотография повреждена'],
  ['of 30,000 × 30,000 points', jpegOf({ width: 30_000, height: 30_000 }), TOO_LARGE],
  ['of 12,001 × 1 points', jpegOf({ width: 12_001 }), TOO_LARGE],
  ['of 12,000 × 12,000 points', jpegOf({ width: 12_000, height: 12_000 }), TOO_LARGE],
])('file that is %s is refused', async (_, bytes, detail) => {
  await expect(decodePhoto(bytes)).rejects.toMatchObject({ code: 'file.refused', details: { detail } })
})
