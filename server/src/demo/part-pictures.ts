import sharp from 'sharp'
import type { SqlTransaction } from '../platform/db/index.ts'
import { photoHashOf, shrinkProductPhoto } from '../modules/catalog/index.ts'
import type { DemoProduct } from './catalog.ts'
import { copyRows } from './load.queries.ts'
import { PART_PICTURES } from './part-pictures.data.ts'
import { createRandom, type Random } from './random.ts'

type Drawn = Awaited<ReturnType<typeof shrinkProductPhoto>> & { hash: string }
/** Pictures of each kind, the main one first. */
export type PartPictures = ReadonlyMap<string, readonly Drawn[]>

const STYLE = `.a{fill:#aab2bd}.b{fill:#7d8794}.c{fill:#cfd5dc}.d{fill:#3d444d}.paper{fill:#f4f5f7}
  .l{fill:none;stroke:#5c6570;stroke-width:6}.w{fill:none;stroke:#7d8794;stroke-width:30}`

/** Draws a simple grey part on a light ground. */
async function draw(shapes: string): Promise<Drawn> {
  const bytes = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><style>${STYLE}</style>` +
        `<rect width="600" height="600" fill="#f4f5f7"/>${shapes}</svg>`,
    ),
  )
    .png({ compressionLevel: 1 })
    .toBuffer()
  return { ...(await shrinkProductPhoto(bytes)), hash: photoHashOf(bytes) }
}

export async function drawPartPictures(): Promise<PartPictures> {
  const kinds = await Promise.all(
    PART_PICTURES.map(async ({ kind, drawings }) => [kind, await Promise.all(drawings.map(draw))] as const),
  )
  return new Map(kinds)
}

const kindOf = ({ name }: DemoProduct) => PART_PICTURES.find(({ names }) => names.test(name))?.kind

/** Well-known parts and oils have photos; of the others every fourth, as in a real catalogue. */
const WELL_KNOWN = 60
const EVERY = 4
const hasPhoto = (product: DemoProduct) =>
  product.id <= WELL_KNOWN || product.id % EVERY === 0 || kindOf(product) === 'oil'

/** Returns the pictures of a product, the main one first. */
export const picturesOf = (pictures: PartPictures, product: DemoProduct): readonly Drawn[] =>
  hasPhoto(product) ? (pictures.get(kindOf(product) ?? '') ?? []) : []

type Property = readonly [name: string, value: string, unit: string]

const OIL = /(\d+W-\d+), (\d+) л$/

/** Plausible properties by the kind of the part. */
function propertiesOf(product: DemoProduct, random: Random): readonly Property[] {
  const mm = (name: string, from: number, to: number): Property => [name, String(random.int(from, to)), 'мм']
  switch (kindOf(product)) {
    case 'oil-filter':
      return [
        mm('Диаметр', 64, 98),
        mm('Высота', 65, 140),
        ['Резьба', random.pick(['M20×1,5', '3/4"-16', 'M22×1,5']), ''],
      ]
    case 'panel-filter':
      return [mm('Длина', 180, 320), mm('Ширина', 130, 240), mm('Высота', 20, 60)]
    case 'brake-pads':
      return [mm('Ширина', 95, 160), mm('Высота', 45, 75), mm('Толщина', 14, 20)]
    case 'brake-disc':
      return [mm('Диаметр', 236, 340), mm('Толщина', 9, 30), ['Отверстий', random.pick(['4', '5']), '']]
    case 'oil': {
      const [, viscosity = '', litres = ''] = OIL.exec(product.name) ?? []
      return [
        ['Вязкость', viscosity, ''],
        ['Объём', litres, 'л'],
        ['Основа', 'синтетическая', ''],
      ]
    }
    case undefined:
    default:
      return []
  }
}

/** Inserts the pictures, their use by products, and the properties of products. */
export async function insertDemoContent(
  sql: SqlTransaction,
  products: readonly DemoProduct[],
  pictures: PartPictures,
  { managerId, now }: { managerId: number; now: Date },
) {
  for (const { hash, thumbnail, picture, width, height } of [...pictures.values()].flat())
    await sql`
      insert into product_photo_files (hash, thumbnail, picture, width, height, created_at)
      values (${hash}, ${thumbnail}, ${picture}, ${width}, ${height}, ${now}) on conflict do nothing`
  const at = now.toISOString()
  await copyRows(
    sql,
    'product_photos',
    ['product_id', 'position', 'hash', 'source', 'licence', 'actor_id', 'subject_id', 'created_at'],
    products.flatMap((product) =>
      picturesOf(pictures, product).map(({ hash }, index) => [
        ...[product.id, index + 1, hash, 'import', 'рисунок для примера', managerId, managerId, at],
      ]),
    ),
  )
  const random = createRandom(17)
  await copyRows(
    sql,
    'product_properties',
    ['product_id', 'name', 'value', 'unit', 'number', 'position'],
    products
      .filter(hasPhoto)
      .flatMap((product) =>
        propertiesOf(product, random).map(([name, value, unit], index) => [
          ...[product.id, name, value, unit, /^\d+$/.test(value) ? value : null, index + 1],
        ]),
      ),
  )
}
