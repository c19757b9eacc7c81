import { articleKey } from '@artikul/contract/catalog/article'
import { brandKey } from '@artikul/contract/catalog/brand'
import { readDocument, type ReceivedDocument } from './documents.ts'
import { safeName } from './file-names.ts'
import { decimalOf, goodsIdOf, kopOf, requisitesOf } from './values.ts'
import { child, childElements, FileRefused, readElements, textAt, type XmlElement } from './xml-elements.ts'

export interface ReceivedReference {
  kind: 'warehouse' | 'price_type' | 'unit' | 'maker_property' | 'group'
  external_id: string
  name: string
  includes_vat: boolean | null
  /** Group above a group of goods. */
  parent_id: string | null
}

/** Rows of one table as PostgreSQL's COPY text, formatted by the thread that reads the file. */
export interface CopiedRows {
  copy: Uint8Array<ArrayBuffer>
  count: number
}

const TABLES = ['goods', 'offered', 'prices', 'stocks', 'pictures'] as const
type Table = (typeof TABLES)[number]

/**
 * Objects read from a piece of a file. `offered`: goods named only by offers, which add what the catalogue has not said;
 * `pictures`: names of the files of pictures, by position.
 */
export interface Batch extends Record<Table, CopiedRows> {
  references: ReceivedReference[]
  makers: { external_id: string; name: string }[]
  documents: ReceivedDocument[]
  offers: number
  foreignPrices: number
}

export type FileEvent =
  | { kind: 'batch'; batch: Batch }
  /** `is_full`: a package of all goods; null for a file without goods. */
  | { kind: 'end'; is_full: boolean | null }
  | { kind: 'refused'; reason: string }

/** What earlier files of the node have said. */
export interface KnownReferences {
  /** Properties that name makers. */
  makerProperties: readonly string[]
  /** Names of makers by the ids of property values. */
  makers: Readonly<Record<string, string>>
  /** Units by code. */
  units: Readonly<Record<string, string>>
}

const ROOT = 'КоммерческаяИнформация'
const COLLECTED = new Set([
  'Классификатор/Группы/Группа',
  'Классификатор/Свойства/Свойство',
  'Классификатор/Свойства/СвойствоНоменклатуры',
  'Классификатор/ТипыЦен/ТипЦены',
  'Классификатор/Склады/Склад',
  'Классификатор/ЕдиницыИзмерения/ЕдиницаИзмерения',
  'Каталог/Товары/Товар',
  'ПакетПредложений/ТипыЦен/ТипЦены',
  'ПакетПредложений/Склады/Склад',
  'ПакетПредложений/Предложения/Предложение',
  'ИзмененияПакетаПредложений/ТипыЦен/ТипЦены',
  'ИзмененияПакетаПредложений/Склады/Склад',
  'ИзмененияПакетаПредложений/Предложения/Предложение',
  'Документ',
  'Контейнер/Документ',
])
/** Objects after which a batch is given on. */
const BATCH = 2000

const MAKER_WORDS = /^(бренд|производитель|изготовитель|марка|торговая марка|brand)( |$)/i

/** Units of ОКЕИ that 1C names by their codes. */
const UNITS_BY_CODE: Readonly<Record<string, string>> = {
  '796': 'шт',
  '006': 'м',
  '112': 'л',
  '166': 'кг',
  '163': 'г',
  '715': 'пара',
  '778': 'упак',
  '839': 'компл',
}
const RUBLES = new Set(['', 'RUB', 'RUR', 'руб', 'руб.', '643', '₽'])

/** Rows of one table before they are encoded. */
interface WrittenRows {
  text: string
  count: number
}

type WrittenBatch = Omit<Batch, Table> & Record<Table, WrittenRows>

const noRows = (): WrittenRows => ({ text: '', count: 0 })
const emptyBatch = (): WrittenBatch => ({
  ...{ goods: noRows(), offered: noRows(), prices: noRows(), stocks: noRows(), pictures: noRows() },
  ...{ references: [], makers: [], documents: [], offers: 0, foreignPrices: 0 },
})

const encoder = new TextEncoder()
const encode = ({ text, count }: WrittenRows): CopiedRows => ({ copy: encoder.encode(text), count })

/** Buffers of an event that move to the other thread instead of being copied. */
export const movedBuffers = (event: FileEvent): ArrayBuffer[] =>
  event.kind === 'batch' ? TABLES.map((table) => event.batch[table].copy.buffer) : []

const sizeOf = ({ goods, offers, documents }: WrittenBatch) => goods.count + offers + documents.length

const escaped = (text: string) =>
  /[\\\t\n\r]/.test(text) ? text.replaceAll('\\', '\\\\').replace(/[\t\n\r]/g, ' ') : text

function addRow(rows: WrittenRows, ...values: readonly (string | number)[]) {
  rows.text += `${values.map((value) => (typeof value === 'string' ? escaped(value) : value)).join('\t')}\n`
  rows.count += 1
}

const isYes = (text: string) => text.toLowerCase() === 'true'

const isDeleted = (element: XmlElement) =>
  element.attributes['Статус'] === 'Удален' || isYes(textAt(element, 'ПометкаУдаления'))

/** «18», «20%», «Без НДС» as the portal writes rates; empty when not stated. */
const vatRateOf = (written: string) => (/^без/i.test(written) ? 'none' : (/^\d{1,2}/.exec(written.trim())?.[0] ?? ''))

/** Reading of one file: what its classifier, and earlier ones, have named, and the objects not yet given on. */
interface Reading {
  makerProperties: Set<string>
  makers: Map<string, string>
  units: Map<string, string>
  /** Goods that offers of this file have named. */
  offered: Set<string>
  batch: WrittenBatch
}

const begin = (known: KnownReferences): Reading => ({
  makerProperties: new Set(known.makerProperties),
  makers: new Map(Object.entries(known.makers)),
  units: new Map([...Object.entries(UNITS_BY_CODE), ...Object.entries(known.units)]),
  offered: new Set(),
  batch: emptyBatch(),
})

function unitOf({ units }: Reading, element: XmlElement | undefined): string {
  const text = element?.text ?? ''
  if (text !== '' && !/^\d+$/.test(text)) return text
  const code = (text || (element?.attributes['Код'] ?? '')).trim()
  return units.get(code) ?? units.get(code.padStart(3, '0')) ?? 'шт'
}

function makerOf({ makerProperties, makers }: Reading, element: XmlElement): string {
  const maker = textAt(element, 'Изготовитель', 'Наименование')
  if (maker !== '') return maker
  for (const value of childElements(child(element, 'ЗначенияСвойств'), 'ЗначенияСвойства')) {
    const written = textAt(value, 'Значение')
    if (written !== '' && makerProperties.has(textAt(value, 'Ид'))) return makers.get(written) ?? written
  }
  for (const [name, value] of requisitesOf(element)) if (value !== '' && MAKER_WORDS.test(name)) return value
  return ''
}

/** Adds goods in the order of `GOODS_COLUMNS`. */
function addGoods(reading: Reading, rows: WrittenRows, element: XmlElement, externalId: string) {
  const brand = makerOf(reading, element)
  const article = textAt(element, 'Артикул')
  addRow(
    rows,
    externalId,
    brand,
    brandKey(brand),
    article,
    articleKey(article),
    textAt(element, 'Наименование'),
    unitOf(reading, child(element, 'БазоваяЕдиница')),
    textAt(element, 'Штрихкод'),
    vatRateOf(textAt(element, 'СтавкиНалогов', 'СтавкаНалога', 'Ставка')),
    textAt(element, 'Группы', 'Ид'),
    isDeleted(element) ? 't' : 'f',
  )
}

function addGood(reading: Reading, element: XmlElement) {
  const id = textAt(element, 'Ид')
  if (id === '') return
  addGoods(reading, reading.batch.goods, element, goodsIdOf(id))
  const paths = new Set(childElements(element, 'Картинка').flatMap(({ text }) => safeName(text) ?? []))
  for (const [at, path] of [...paths].entries()) addRow(reading.batch.pictures, goodsIdOf(id), at + 1, path)
}

/** Ids of an offer and of its goods. */
interface Place {
  offerId: string
  goodsId: string
}

function addPrices({ batch }: Reading, element: XmlElement, place: Place) {
  for (const price of childElements(child(element, 'Цены'), 'Цена')) {
    const kop = kopOf(textAt(price, 'ЦенаЗаЕдиницу'))
    if (kop === null || kop < 0) continue
    if (!RUBLES.has(textAt(price, 'Валюта'))) {
      batch.foreignPrices += 1
      continue
    }
    const unitKop = Math.round(kop / (decimalOf(textAt(price, 'Коэффициент')) || 1))
    addRow(batch.prices, textAt(price, 'ИдТипаЦены'), place.offerId, place.goodsId, unitKop)
  }
}

/**
 * Stock of an offer by warehouse: attributes (2.07), elements (2.08 and later), or a total without warehouses. Negative
 * stock is none.
 */
function stocksOf(element: XmlElement): { warehouse_id: string; written: string }[] {
  const placed = childElements(element, 'Склад').filter((one) => one.attributes['ИдСклада'] !== undefined)
  const rests = childElements(child(element, 'Остатки'), 'Остаток')
  const total = child(element, 'Количество')
  const stocks = placed.map(({ attributes }) => ({
    warehouse_id: attributes['ИдСклада'] ?? '',
    written: attributes['КоличествоНаСкладе'] ?? '',
  }))
  for (const rest of rests) {
    const warehouses = childElements(rest, 'Склад')
    for (const one of warehouses) stocks.push({ warehouse_id: textAt(one, 'Ид'), written: textAt(one, 'Количество') })
    if (warehouses.length === 0) stocks.push({ warehouse_id: '', written: textAt(rest, 'Количество') })
  }
  if (stocks.length === 0 && total) stocks.push({ warehouse_id: '', written: total.text })
  return stocks
}

function addOffer(reading: Reading, element: XmlElement) {
  const { batch } = reading
  const offerId = textAt(element, 'Ид')
  if (offerId === '') return
  const place = { offerId, goodsId: goodsIdOf(offerId) }
  batch.offers += 1
  if (textAt(element, 'Наименование') !== '' && !reading.offered.has(place.goodsId)) {
    reading.offered.add(place.goodsId)
    addGoods(reading, batch.offered, element, place.goodsId)
  }
  if (isDeleted(element)) return
  addPrices(reading, element, place)
  for (const { warehouse_id, written } of stocksOf(element)) {
    const qty = decimalOf(written)
    if (qty !== null) addRow(batch.stocks, warehouse_id, place.offerId, place.goodsId, Math.max(0, qty))
  }
}

function addReference({ batch, units }: Reading, kind: ReceivedReference['kind'], element: XmlElement) {
  const reference = {
    kind,
    external_id: kind === 'unit' ? textAt(element, 'Код').trim() : textAt(element, 'Ид'),
    name: textAt(element, 'НаименованиеКраткое') || textAt(element, 'Наименование'),
    includes_vat: kind === 'price_type' ? textAt(element, 'Налог', 'УчтеноВСумме') !== 'false' : null,
    parent_id: null,
  }
  if (kind === 'unit') units.set(reference.external_id, reference.name)
  if (reference.external_id !== '') batch.references.push(reference)
}

/** Adds a group of goods with those under it. */
function addGroup(reading: Reading, element: XmlElement, parentId: string | null) {
  const id = textAt(element, 'Ид')
  if (id === '' || isDeleted(element)) return
  const name = textAt(element, 'Наименование')
  reading.batch.references.push({ kind: 'group', external_id: id, name, includes_vat: null, parent_id: parentId })
  for (const one of childElements(child(element, 'Группы'), 'Группа')) addGroup(reading, one, id)
}

/** Keeps a property only when it names makers. */
function addProperty(reading: Reading, element: XmlElement) {
  if (!MAKER_WORDS.test(textAt(element, 'Наименование'))) return
  reading.makerProperties.add(textAt(element, 'Ид'))
  addReference(reading, 'maker_property', element)
  for (const value of childElements(child(element, 'ВариантыЗначений'), 'Справочник')) {
    const maker = { external_id: textAt(value, 'ИдЗначения'), name: textAt(value, 'Значение') }
    reading.makers.set(maker.external_id, maker.name)
    reading.batch.makers.push(maker)
  }
}

function add(reading: Reading, element: XmlElement) {
  if (element.name === 'Товар') addGood(reading, element)
  else if (element.name === 'Предложение') addOffer(reading, element)
  else if (element.name === 'Группа') addGroup(reading, element, null)
  else if (element.name === 'Документ') reading.batch.documents.push(readDocument(element))
  else if (element.name === 'Склад') addReference(reading, 'warehouse', element)
  else if (element.name === 'ТипЦены') addReference(reading, 'price_type', element)
  else if (element.name === 'ЕдиницаИзмерения') addReference(reading, 'unit', element)
  else addProperty(reading, element)
}

/** Takes the objects read so far. */
function take(reading: Reading): Batch {
  const { goods, offered, prices, stocks, pictures, ...rest } = reading.batch
  reading.batch = emptyBatch()
  return {
    ...rest,
    goods: encode(goods),
    offered: encode(offered),
    prices: encode(prices),
    stocks: encode(stocks),
    pictures: encode(pictures),
  }
}

function requireCommerceMl(root: string, attributes: Readonly<Record<string, string>>) {
  if (root !== ROOT)
    throw new FileRefused(`Это не CommerceML 2: корневой элемент «${root.slice(0, 50)}», а нужен «${ROOT}»`)
  if (/^1\b/.test(attributes['ВерсияСхемы'] ?? ''))
    throw new FileRefused('Это CommerceML 1 (1С 7.7). Портал принимает CommerceML 2: обновите обмен в 1С')
}

/** Elements of CommerceML 1, in which goods are attributes. */
const OF_VERSION_1 = new Set(['Каталог/Товар', 'Каталог/Группа', 'ПакетПредложений/Предложение'])

/** Reads a file of CommerceML 2.03–3.1; a refusal is its last event. */
export async function* readCommerceMl(path: string, known: KnownReferences): AsyncGenerator<FileEvent> {
  const reading = begin(known)
  let isFull: boolean | null = null
  let hasRoot = false
  const onOpen = (place: string, attributes: Readonly<Record<string, string>>) => {
    if (!hasRoot) requireCommerceMl(place, attributes)
    hasRoot = true
    if (OF_VERSION_1.has(place) && attributes['Идентификатор'] !== undefined)
      throw new FileRefused('Это CommerceML 1 (1С 7.7). Портал принимает CommerceML 2: обновите обмен в 1С')
    if (place === 'Каталог' || place === 'ПакетПредложений' || place === 'ИзмененияПакетаПредложений')
      isFull = place !== 'ИзмененияПакетаПредложений' && attributes['СодержитТолькоИзменения'] === 'false'
  }
  try {
    const pieces = readElements(path, {
      isCollected: (place) => COLLECTED.has(place),
      onOpen,
      onElement: (element) => add(reading, element),
    })
    for await (const _ of pieces) if (sizeOf(reading.batch) >= BATCH) yield { kind: 'batch', batch: take(reading) }
    yield { kind: 'batch', batch: take(reading) }
    yield { kind: 'end', is_full: isFull }
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    yield { kind: 'refused', reason: error.message }
  }
}
