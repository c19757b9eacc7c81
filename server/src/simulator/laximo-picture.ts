import { pngOf } from '../demo/picture.ts'
import { areasOf, type SimulatedUnit } from './laximo-goods.ts'

const [width, height] = [480, 240]

/** Draws a unit as a PNG in shades of grey: a frame for each part, with as many squares as its number says. */
export function drawUnit(unit: SimulatedUnit): Buffer {
  // The first byte of a row names its filter: none.
  const rows = Array.from({ length: height }, () => Buffer.from([0, ...Array<number>(width).fill(0xff)]))
  const square = (x: number, y: number, size: number) => {
    for (let at = 0; at < size; at += 1) rows[y + at]?.fill(0x33, 1 + x, 1 + x + size)
  }
  for (const { code, x1, y1, x2, y2 } of areasOf(unit)) {
    for (let x = x1; x < x2; x += 1) for (const y of [y1, y2 - 2]) square(x, y, 2)
    for (let y = y1; y < y2; y += 1) for (const x of [x1, x2 - 2]) square(x, y, 2)
    for (let count = 0; count < Number(code); count += 1) square(x1 + 12 + count * 16, y1 + 24, 10)
    for (let y = y2; y < height - 40; y += 1) square((x1 + x2) / 2, y, 2)
  }
  return pngOf({ width, height }, 0, Buffer.concat(rows))
}
