import { crc32, deflateSync } from 'node:zlib'
import { jpegOf } from '../../../server/src/testing/files/photos.ts'
import { zipOf } from '../../../server/src/modules/suppliers/price-list-import/price-list.factory.ts'
import { deflatedMegabytes } from '../../../server/src/testing/files/hostile-archives.factory.ts'

/** Location recorded by a camera. */
export const GPS = 'GPS 55.7558 37.6173'

export const exe = Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(500, 0x90)])
export const html = Buffer.from('<!DOCTYPE html><html><body><script>alert(1)</script></body></html>')
export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></body></foreignObject></svg>',
)

const chunk = (name: string, body: Buffer) => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(body.length)
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([head, named, sum])
}

/** Builds a black-and-white PNG with the given number of pixels: a few kilobytes whatever their number. */
function pngOf(width: number, height: number, packed: Buffer, ...more: Buffer[]): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(1, 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', head), ...more, chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))])
}
const dot = deflateSync(Buffer.from([0, 0]))

function webpOf(...more: [name: string, body: Buffer][]): Buffer {
  const picture: [string, Buffer] = ['VP8 ', Buffer.from([0x30, 1, 0, 0x9d, 1, 0x2a, 1, 0, 1, 0])]
  const chunks = [picture, ...more].map(([name, body]) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(body.length)
    return Buffer.concat([Buffer.from(name, 'latin1'), length, body, Buffer.alloc(body.length % 2)])
  })
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + Buffer.concat(chunks).length, 4)
  return Buffer.concat([head, ...chunks])
}

/** Picture and the outcome that a place for photos may report. */
export interface HostilePicture {
  name: string
  outcome: 'read' | 'refused' | 'either'
  bytes: () => Buffer
}

const gif = Buffer.from('GIF89a/*\x01\x00*/=alert(1);//', 'latin1')
/** The picture's comment is a program, for readers that execute it. */
const jpegWithProgram = () => {
  const whole = jpegOf()
  const words = Buffer.from('*/=alert(1);/*<script>alert(1)</script>')
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, words.length + 2]), words])
  return Buffer.concat([whole.subarray(0, 2), comment, whole.subarray(2), Buffer.from('<script>alert(1)</script>')])
}
const pdf = (more: string) => Buffer.from(`%PDF-1.7\n${more}\ntrailer<</Root 1 0 R>>\n%%EOF`)

export const HOSTILE_PICTURES: HostilePicture[] = [
  { name: 'C-17 SVG with scripts', outcome: 'refused', bytes: () => svg },
  { name: 'C-17 a page called a picture', outcome: 'refused', bytes: () => html },
  { name: 'C-17 a GIF that is a program', outcome: 'refused', bytes: () => gif },
  { name: 'C-17 a JPEG that is a program', outcome: 'either', bytes: jpegWithProgram },
  {
    name: 'C-17 a PNG of 30,000 × 30,000 pixels',
    outcome: 'refused',
    bytes: () => pngOf(30_000, 30_000, Buffer.concat([Buffer.from([0x78, 0xda]), deflatedMegabytes(112, '\0')])),
  },
  {
    name: 'C-17 a JPEG of 60,000 × 60,000 pixels',
    outcome: 'refused',
    bytes: () => jpegOf({ width: 60_000, height: 60_000 }),
  },
  { name: 'C-17 a PNG without a pixel', outcome: 'refused', bytes: () => pngOf(0, 0, dot) },
  { name: 'C-17 a JPEG with the place of its camera', outcome: 'read', bytes: () => jpegOf({ exif: GPS }) },
  {
    name: 'C-17 a PNG with the place of its camera',
    outcome: 'read',
    bytes: () => pngOf(1, 1, dot, chunk('eXIf', Buffer.from(GPS)), chunk('tEXt', Buffer.from(`Place\0${GPS}`))),
  },
  {
    name: 'C-17 a WebP with the place of its camera',
    outcome: 'either',
    bytes: () => webpOf(['EXIF', Buffer.from(GPS)]),
  },
  { name: 'C-17 a JPEG that is cut', outcome: 'refused', bytes: () => jpegOf().subarray(0, 24) },
  {
    name: 'C-17 a PNG of a million empty chunks',
    outcome: 'either',
    bytes: () => pngOf(1, 1, dot, Buffer.concat(Array<Buffer>(500_000).fill(chunk('tEXt', Buffer.alloc(0))))),
  },
  {
    name: 'C-17 a PDF that opens a program',
    outcome: 'either',
    bytes: () => pdf('1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
  },
  { name: 'C-17 a PDF that is a page', outcome: 'either', bytes: () => pdf('<script>alert(1)</script>') },
  { name: 'C-8 a program called a picture', outcome: 'refused', bytes: () => exe },
  {
    name: 'C-8 an archive called a picture',
    outcome: 'refused',
    bytes: () => zipOf([{ name: 'a.jpg', content: 'x' }]),
  },
  { name: 'C-18 an empty picture', outcome: 'refused', bytes: () => Buffer.alloc(0) },
  {
    name: 'C-16 a picture of fifty megabytes',
    outcome: 'refused',
    bytes: () => Buffer.concat([jpegOf(), Buffer.alloc(50_000_000)]),
  },
]
