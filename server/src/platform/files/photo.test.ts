import { describe, expect, test } from 'vitest'
import { jpegOf } from '../../testing/files/photos.ts'
import { chunk, png, riff, webp } from './photo.factory.ts'
import { isDrawable, withoutMetadata } from './photo.ts'

const GPS = 'GPS 55.7558 37.6173'

describe('photo metadata is removed', () => {
  test('from a JPEG, with everything after its end', () => {
    const clean = withoutMetadata(
      Buffer.concat([jpegOf({ width: 640, height: 480, exif: GPS }), Buffer.from('<script>')]),
      'image/jpeg',
    )
    expect(clean).toEqual({ bytes: jpegOf({ width: 640, height: 480 }), width: 640, height: 480 })
  })

  test('from every scan of a JPEG and from pictures after the first', () => {
    const [head, tail] = [jpegOf().subarray(0, -3), jpegOf().subarray(-3)]
    const marked = (marker: number, text: string) =>
      Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text)])
    // Escaped bytes and restart markers belong to the scan.
    const scan = Buffer.from([1, 0xff, 0, 0xff, 0xd3, 2])
    const next = marked(0xda, 'again')
    const profile = marked(0xe2, 'ICC_PROFILE and more')
    const given = [head, scan, marked(0xe1, GPS), profile, marked(0xe2, `MPF ${GPS}`), next, scan, tail]
    const clean = withoutMetadata(Buffer.concat([...given, jpegOf({ exif: GPS })]), 'image/jpeg')
    expect(clean?.bytes).toEqual(Buffer.concat([head, scan, profile, next, scan, tail]))
  })

  test('from a PNG', () => {
    const clean = withoutMetadata(
      Buffer.concat([png(chunk('eXIf', Buffer.from(GPS)), chunk('tEXt', Buffer.from(GPS))), Buffer.from('<script>')]),
      'image/png',
    )
    expect(clean).toEqual({ bytes: png(), width: 30_000, height: 20_000 })
    expect(clean && isDrawable(clean)).toBe(false)
  })

  test('from a WebP', () => {
    const picture = riff('VP8 ', Buffer.alloc(11, 1))
    const clean = withoutMetadata(webp(riff('VP8X', extended), picture, riff('EXIF', Buffer.from(GPS))), 'image/webp')
    const plain = Buffer.from(extended)
    plain[0] = 0
    expect(clean).toEqual({ bytes: webp(riff('VP8X', plain), picture), width: 100, height: 50 })
  })
})

test.each([
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff])],
  ['image/jpeg', jpegOf().subarray(0, 24)],
  ['image/png', png().subarray(0, 40)],
  ['image/webp', webp(riff('EXIF', Buffer.from(GPS)))],
  ['image/webp', Buffer.from('RIFF\0\0\0\0WEBPVP8X\xff\xff\xff\x7f', 'latin1')],
] as const)('%s that is truncated or inconsistent is rejected', (type, bytes) => {
  expect(withoutMetadata(bytes, type)).toBeNull()
})

const extended = Buffer.from([0x0c, 0, 0, 0, 99, 0, 0, 49, 0, 0])
