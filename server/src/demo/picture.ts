import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** @param colourType colour type of PNG: 0 for grey, 2 for red, green and blue */
export function pngOf({ width, height }: { width: number; height: number }, colourType: 0 | 2, rows: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(8, 8)
  head.writeUInt8(colourType, 9)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Draws a grey part with a crack, as in a photo. */
export function drawCrackedPart(side = 240): Buffer {
  const rows = Array.from({ length: side }, (_, y) =>
    Buffer.from([
      0,
      ...Array.from({ length: side }, (__, x) => {
        const isCrack = Math.abs(x - y + 12 * Math.sin(y / 9)) < 3
        const distance = Math.hypot(x - side / 2, y - side / 2) / side
        if (distance > 0.45 || distance < 0.12) return 235
        return isCrack ? 30 : 150 + Math.round(40 * Math.cos(distance * 20))
      }),
    ]),
  )
  return pngOf({ width: side, height: side }, 0, Buffer.concat(rows))
}
