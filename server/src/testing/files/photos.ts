const segment = (marker: number, body: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** Huffman table whose only code, a zero bit, stands for zero: no difference of the mean, and no other frequencies. */
const tableOfZero = (id: number) => segment(0xc4, Buffer.from([id, 1, ...Array<number>(15).fill(0), 0]))

/** Above this size only the first block is written: such a picture is refused by its size. */
const MAX_BLOCKS = 1_000_000

/** Builds a grey JPEG of the given dimensions; `exif` is placed as camera metadata. */
export function jpegOf({ width = 1, height = 1, exif = '' } = {}): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...(exif === '' ? [] : [segment(0xe1, Buffer.from(`Exif\0\0${exif}`, 'latin1'))]),
    segment(0xdb, Buffer.from([0, ...Array<number>(64).fill(1)])),
    segment(0xc0, frame),
    ...[tableOfZero(0), tableOfZero(0x10)],
    segment(0xda, Buffer.from([1, 1, 0, 0, 0x3f, 0])),
    // Two zero bits a block.
    Buffer.alloc(Math.ceil((blocks > MAX_BLOCKS ? 1 : blocks) / 4)),
    Buffer.from([0xff, 0xd9]),
  ])
}
