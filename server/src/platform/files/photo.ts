/** Picture without camera metadata such as place and author. */
export interface CleanPhoto {
  bytes: Buffer
  width: number
  height: number
}

type Size = Pick<CleanPhoto, 'width' | 'height'>

/** @returns null for content that is no picture of the detected type */
export function withoutMetadata(bytes: Buffer, type: 'image/jpeg' | 'image/png' | 'image/webp'): CleanPhoto | null {
  const clean = { 'image/jpeg': cleanJpeg, 'image/png': cleanPng, 'image/webp': cleanWebp }[type]
  try {
    return clean(bytes)
  } catch (error) {
    // A length field exceeds the file.
    if (error instanceof RangeError) return null
    throw error
  }
}

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const APP2 = 0xe2
const ICC = Buffer.from('ICC_PROFILE')
/** JFIF, colour profile, Adobe's colour transform: required for a correct picture. */
const KEPT_APPS = [0xe0, APP2, 0xee]
const NOT_FRAMES = [0xc4, 0xc8, 0xcc]

const isKeptSegment = (marker: number) =>
  KEPT_APPS.includes(marker) || marker < 0xe0 || (marker > 0xef && marker < 0xf8)
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && !NOT_FRAMES.includes(marker)
/** Detects an escaped byte of the scan, or a restart marker. */
const isOfScan = (next: number) => next === 0 || (next >= 0xd0 && next <= 0xd7)

/** Finds the marker after the scan. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0xff && !isOfScan(next)) return at
    at += next === 0xff ? 1 : 2
  }
  return bytes.length
}

/** Cleans the first picture of the file: data that a camera appends after its end has metadata of its own. */
function cleanJpeg(bytes: Buffer): CleanPhoto | null {
  if (bytes[1] !== SOI) return null
  const parts = [bytes.subarray(0, 2)]
  let size: Size | null = null
  for (let at = 2, hasScan = false; ;) {
    if (bytes.readUInt8(at) !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    if (marker === EOI) {
      if (size === null || !hasScan) return null
      return { bytes: Buffer.concat([...parts, bytes.subarray(at, at + 2)]), ...size }
    }
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2) return null
    if (isFrame(marker)) size ??= { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    const body = bytes.subarray(at + 4, at + 2 + length)
    const end = marker === SOS ? endOfScan(bytes, at + 2 + length) : at + 2 + length
    hasScan ||= marker === SOS
    if (marker === APP2 ? body.subarray(0, ICC.length).equals(ICC) : isKeptSegment(marker))
      parts.push(bytes.subarray(at, end))
    at = end
  }
}

const PNG_HEAD = 8
const KEPT_CHUNKS = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'pHYs']

function cleanPng(bytes: Buffer): CleanPhoto | null {
  const parts = [bytes.subarray(0, PNG_HEAD)]
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  for (let at = PNG_HEAD; ;) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    if (KEPT_CHUNKS.includes(name)) parts.push(bytes.subarray(at, end))
    if (name === 'IEND') return { bytes: Buffer.concat(parts), ...size }
    at = end
  }
}

const WEBP_HEAD = 12
const WEBP_METADATA = ['EXIF', 'XMP ']
/** Bits of VP8X for EXIF and XMP. */
const KEPT_METADATA = 0x0c

function cleanWebp(bytes: Buffer): CleanPhoto | null {
  const parts: Buffer[] = []
  let size: Size | null = null
  for (let at = WEBP_HEAD; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (at + 8 + length > bytes.length) return null
    size ??= webpSize(bytes, at, name)
    const chunk = Buffer.from(bytes.subarray(at, end))
    if (name === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~KEPT_METADATA, 8)
    if (!WEBP_METADATA.includes(name)) parts.push(chunk)
    at = end
  }
  if (size === null) return null
  const head = Buffer.from(bytes.subarray(0, WEBP_HEAD))
  head.writeUInt32LE(4 + parts.reduce((sum, part) => sum + part.length, 0), 4)
  return { bytes: Buffer.concat([head, ...parts]), ...size }
}

const LOW_14 = 0x3fff

function webpSize(bytes: Buffer, at: number, name: string): Size | null {
  if (name === 'VP8X') return { width: bytes.readUIntLE(at + 12, 3) + 1, height: bytes.readUIntLE(at + 15, 3) + 1 }
  if (name === 'VP8 ')
    return { width: bytes.readUInt16LE(at + 14) & LOW_14, height: bytes.readUInt16LE(at + 16) & LOW_14 }
  if (name !== 'VP8L') return null
  const packed = bytes.readUInt32LE(at + 9)
  return { width: (packed & LOW_14) + 1, height: ((packed >>> 14) & LOW_14) + 1 }
}

const MAX_SIDE_PX = 12_000
const MAX_PIXELS = 60_000_000

/** Limits the dimensions, because a few bytes may encode more pixels than a browser can draw. */
export const isDrawable = ({ width, height }: Size) =>
  width > 0 && height > 0 && width <= MAX_SIDE_PX && height <= MAX_SIDE_PX && width * height <= MAX_PIXELS
