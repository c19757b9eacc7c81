import { pngOf } from './picture.ts'

export const COVER_SIZE = { width: 600, height: 240 }
/** Shapes are drawn on a canvas of 1000 × 400. */
const SCALE = 1000 / COVER_SIZE.width

type Colour = readonly [red: number, green: number, blue: number]
/** Distance of a point from a shape in pixels; negative inside. */
type Shape = (x: number, y: number) => number
interface Layer {
  colour: Colour
  shape: Shape
}

const box =
  (left: number, top: number, width: number, height: number, round = 6): Shape =>
  (x, y) => {
    const dx = Math.abs(x - left - width / 2) - width / 2 + round
    const dy = Math.abs(y - top - height / 2) - height / 2 + round
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - round
  }
const circle =
  (cx: number, cy: number, radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) - radius
const ring =
  (cx: number, cy: number, radius: number, width: number): Shape =>
  (x, y) =>
    Math.abs(Math.hypot(x - cx, y - cy) - radius) - width / 2
const both =
  (one: Shape, other: Shape): Shape =>
  (x, y) =>
    Math.max(one(x, y), other(x, y))
const any =
  (shapes: readonly Shape[]): Shape =>
  (x, y) =>
    Math.min(...shapes.map((shape) => shape(x, y)))
const WHITE: Colour = [255, 255, 255]
const RED: Colour = [214, 40, 40]
const INK: Colour = [47, 55, 69]
const STEEL: Colour = [150, 160, 174]
const PALE: Colour = [222, 227, 233]
const SAND: Colour = [214, 178, 128]
const DARK_SAND: Colour = [186, 148, 98]

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Calendar sheet with days off in red. */
const calendar: Layer[] = [
  { colour: WHITE, shape: box(330, 50, 340, 300, 18) },
  { colour: INK, shape: both(box(330, 50, 340, 300, 18), (_, y) => y - 118) },
  ...range(28).map((index): Layer => {
    const [column, row] = [index % 7, Math.floor(index / 7)]
    return {
      colour: column > 4 || row === 1 ? RED : PALE,
      shape: box(352 + column * 43, 140 + row * 49, 34, 36, 7),
    }
  }),
  { colour: STEEL, shape: any([box(410, 28, 16, 52, 8), box(574, 28, 16, 52, 8)]) },
]

/** Shelves with boxes. */
const warehouse: Layer[] = [
  ...range(3).flatMap((shelf): Layer[] => [
    ...range(8).map((index): Layer => {
      const height = 52 + ((index * 7 + shelf * 5) % 4) * 8
      const [left, floor] = [128 + index * 95, 132 + shelf * 108]
      return {
        colour: (index + shelf) % 5 === 2 ? RED : (index + shelf) % 2 === 0 ? SAND : DARK_SAND,
        shape: box(left, floor - height, 76, height, 4),
      }
    }),
    { colour: INK, shape: box(100, 132 + shelf * 108, 800, 12, 3) },
  ]),
  { colour: INK, shape: any(range(3).map((index) => box(100 + index * 394, 30, 12, 340, 3))) },
]

/** Box with a surrounding arrow. */
const returns: Layer[] = [
  { colour: SAND, shape: box(430, 140, 140, 130, 8) },
  { colour: DARK_SAND, shape: box(488, 140, 24, 62, 2) },
  // Three quarters of a ring: clockwise from the top to the left.
  { colour: RED, shape: both(ring(500, 205, 145, 22), (x, y) => Math.min(500 - x, 205 - y)) },
  // Arrowhead at the top, pointing left.
  {
    colour: RED,
    shape: both(
      (x, y) => Math.abs(y - 60) - (x - 450) * 0.62,
      (x) => x - 502,
    ),
  },
]

/** A brake disc with its pad. */
const brand: Layer[] = [
  { colour: STEEL, shape: circle(500, 200, 158) },
  { colour: PALE, shape: ring(500, 200, 118, 66) },
  {
    colour: STEEL,
    shape: any(
      range(15).map((index) => {
        const angle = (index * 2 * Math.PI) / 15
        const radius = 98 + (index % 3) * 20
        return circle(500 + radius * Math.cos(angle), 200 + radius * Math.sin(angle), 5)
      }),
    ),
  },
  { colour: INK, shape: circle(500, 200, 70) },
  { colour: STEEL, shape: circle(500, 200, 26) },
  {
    colour: PALE,
    shape: any(
      range(5).map((index) => {
        const angle = (index * 2 * Math.PI) / 5
        return circle(500 + 48 * Math.cos(angle), 200 + 48 * Math.sin(angle), 8)
      }),
    ),
  },
  { colour: RED, shape: both(ring(500, 200, 132, 74), (x, y) => 40 - (x - 500) + Math.abs(y - 200) * 0.9) },
]

const COVERS = { calendar, warehouse, returns, brand } as const
export type CoverName = keyof typeof COVERS

const mix = (from: number, to: number, share: number) => Math.round(from + (to - from) * share)

/** Draws a picture of a few flat shapes for a demo news item. */
export function drawCover(name: CoverName): Buffer {
  const { width, height } = COVER_SIZE
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0, at = 0; y < height; y += 1) {
    at += 1
    const sky = 238 - Math.round((y / height) * 22)
    for (let x = 0; x < width; x += 1) {
      let [red, green, blue] = [sky, sky + 3, sky + 7]
      for (const { colour, shape } of COVERS[name]) {
        // Edges are blurred over one pixel.
        const share = Math.min(1, Math.max(0, 0.5 - shape(x * SCALE, y * SCALE) / SCALE))
        if (share === 0) continue
        ;[red, green, blue] = [mix(red, colour[0], share), mix(green, colour[1], share), mix(blue, colour[2], share)]
      }
      rows[at] = red
      rows[at + 1] = green
      rows[at + 2] = blue
      at += 3
    }
  }
  return pngOf(COVER_SIZE, 2, rows)
}
