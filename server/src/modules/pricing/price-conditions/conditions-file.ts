import { readSheetRows, type SheetRow } from '../../../platform/files/spreadsheet/index.ts'
import { ConditionFields, type PriceConditionTerms, type PriceEffect } from '@artikul/contract/pricing/price-condition'
import { EFFECT_LABELS } from '@artikul/contract/pricing/price-effects'
import { MAX_LISTED_CONDITIONS } from '@artikul/contract/pricing/price-conditions'
import { parseNumber } from '@artikul/contract/suppliers/price-text'
import type { Cell } from 'write-excel-file/node'
import { dayText } from '../../../platform/clock.ts'
import { textCell as text, writeTable } from '../../../platform/files/xlsx.ts'

/** Usual column headers of such lists, which the portal's own export also uses. */
const HEADERS = {
  id: /^№|^номер/i,
  inn: /инн/i,
  kpp: /кпп/i,
  price_group: /ценов/i,
  inventory_group: /номенклат/i,
  contractor: /покупат|клиент|контрагент/i,
  brand: /бренд|производит|марка/i,
  article: /артикул|номер детали/i,
  source: /поставщик|источник/i,
  purchase_from: /закупка.*от/i,
  purchase_to: /закупка.*до/i,
  qty_from: /колич/i,
  effect: /условие|действие/i,
  value: /значение|процент|цена|размер/i,
  valid_from: /^с$|начал|действует с/i,
  valid_to: /^по$|оконч|действует по/i,
  note: /примеч|коммент/i,
} as const
type Column = keyof typeof HEADERS
export type ConditionRow = SheetRow<Column>

/**
 * Parses the rows of a file with price conditions.
 * @throws AppError `file.refused` with a readable reason
 */
export const readConditionRows = (path: string): Promise<ConditionRow[]> =>
  readSheetRows(path, {
    headers: HEADERS,
    required: ['effect', 'valid_from'],
    most: MAX_LISTED_CONDITIONS,
    words: {
      noHeader: 'В файле не найдены столбцы «Условие» и «С»',
      noRows: 'В файле нет строк с условиями',
      tooMany: `Не больше ${MAX_LISTED_CONDITIONS.toLocaleString('ru-RU')} условий`,
    },
  })

/** Objects named in a row; null for unknown names. */
export interface ConditionFileRows {
  contractor: number | null
  priceGroup: number | null
  brand: number | null
  product: number | null
  inventoryGroup: number | null
  source: number | null
  column: number | null
}

const isNumber = (value: number | null): value is number => value !== null

/** Parses «2026-12-01», «01.12.2026»; other text is returned unchanged. */
function dayOf(typed: string): string {
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})/.exec(typed) ?? []
  return year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : typed.slice(0, 10)
}

const figure = (typed: string): number | null => parseNumber(typed.replace(/%$/, ''))
const hundredths = (typed: string): number | null => {
  const value = figure(typed)
  return isNumber(value) ? Math.round(value * 100) : null
}

const kindOf = (typed: string) =>
  (Object.keys(EFFECT_LABELS) as PriceEffect['kind'][]).find((kind) =>
    typed.toLowerCase().startsWith(EFFECT_LABELS[kind].toLowerCase()),
  )

/** Parses the price columns; invalid values are passed on and rejected by the schema. */
function effectOf({ text: of }: ConditionRow, found: ConditionFileRows): unknown {
  const value = of('value')
  const kind = kindOf(of('effect'))
  switch (kind) {
    case 'markup':
    case 'discount':
      return { kind, hundredths: hundredths(value) }
    case 'fixed':
      return { kind, price_kop: hundredths(value) }
    case 'column':
      return { kind, price_group_id: found.column }
    case 'not_sold':
      return { kind }
    case undefined:
      return null
  }
}

const NAMED: [column: Column, found: keyof ConditionFileRows, message: string][] = [
  ['inn', 'contractor', 'Покупателя с таким ИНН нет'],
  ['price_group', 'priceGroup', 'Такой ценовой группы нет'],
  ['brand', 'brand', 'Такого бренда нет'],
  ['article', 'product', 'Такого артикула у этого бренда нет'],
  ['inventory_group', 'inventoryGroup', 'Такой группы номенклатуры нет'],
  ['source', 'source', 'Такого поставщика нет'],
]

/** Lists unknown names; a company named without its ИНН requires it. */
function unknownNames({ text: of }: ConditionRow, found: ConditionFileRows): string[] {
  const missing = NAMED.filter(([column, name]) => of(column) !== '' && found[name] === null).map(
    ([column, , message]) => `${message}: «${of(column)}»`,
  )
  return of('contractor') !== '' && of('inn') === '' ? [...missing, 'Укажите ИНН покупателя'] : missing
}

const TITLES: Partial<Record<PropertyKey, string>> = {
  effect: 'Условие и значение',
  hundredths: 'Значение',
  qty_from: 'Количество от',
  purchase_from_kop: 'Закупка от',
  purchase_to_kop: 'Закупка до',
  valid_from: 'С',
  valid_to: 'По',
  note: 'Примечание',
}

/** Parses the condition of a row, or returns its fault in words. */
export function parseCondition(
  row: ConditionRow,
  found: ConditionFileRows,
): { fields: ConditionFields } | { error: string } {
  const { text: of } = row
  const unknown = unknownNames(row, found)
  if (unknown.length > 0) return { error: unknown.join('; ') }
  const parsed = ConditionFields.safeParse({
    contractor_id: found.contractor,
    price_group_id: found.priceGroup,
    product_id: found.product,
    // An article implies its brand.
    brand_id: found.product === null ? found.brand : null,
    inventory_group_id: found.inventoryGroup,
    supply_route_id: found.source,
    purchase_from_kop: of('purchase_from') === '' ? null : hundredths(of('purchase_from')),
    purchase_to_kop: of('purchase_to') === '' ? null : hundredths(of('purchase_to')),
    qty_from: of('qty_from') === '' ? 0 : figure(of('qty_from')),
    effect: effectOf(row, found),
    valid_from: dayOf(of('valid_from')),
    valid_to: of('valid_to') === '' ? null : dayOf(of('valid_to')),
    note: of('note'),
  })
  if (parsed.success) return { fields: parsed.data }
  const problems = parsed.error.issues.map(({ path, message }) => {
    const title = TITLES[path.at(-1) ?? ''] ?? TITLES[path[0] ?? '']
    return title ? `${title}: ${message}` : message
  })
  return { error: [...new Set(problems)].join('; ') }
}

const number = (value: number | null): Cell => (value === null ? null : { value, type: Number })
const money = (kop: number | null): Cell => (kop === null ? null : { value: kop / 100, type: Number, format: '0.00' })

function valueCell({ effect, column }: PriceConditionTerms): Cell {
  switch (effect.kind) {
    case 'markup':
    case 'discount':
      return number(effect.hundredths / 100)
    case 'fixed':
      return money(effect.price_kop)
    case 'column':
      return text(column ?? '')
    case 'not_sold':
      return null
  }
}

/** Row of the export with ИНН and КПП next to the company. */
export type ExportedCondition = PriceConditionTerms & { inn: string; kpp: string }

const COLUMNS: [title: string, width: number, cell: (condition: ExportedCondition) => Cell][] = [
  ['№', 10, ({ id }) => text(String(id))],
  ['Покупатель', 32, ({ contractor }) => text(contractor?.name ?? '')],
  ['ИНН', 14, ({ inn }) => text(inn)],
  ['КПП', 12, ({ kpp }) => text(kpp)],
  ['Ценовая группа', 18, ({ price_group }) => text(price_group?.name ?? '')],
  ['Бренд', 18, ({ brand, product }) => text(brand?.name ?? product?.brand ?? '')],
  ['Артикул', 20, ({ product }) => text(product?.article ?? '')],
  ['Группа номенклатуры', 24, ({ inventory_group }) => text(inventory_group?.name ?? '')],
  ['Поставщик', 20, ({ source }) => text(source?.name ?? '')],
  ['Закупка от', 12, ({ purchase_from_kop }) => money(purchase_from_kop)],
  ['Закупка до', 12, ({ purchase_to_kop }) => money(purchase_to_kop)],
  ['Количество от', 14, ({ qty_from }) => (qty_from === 0 ? null : number(qty_from))],
  ['Условие', 16, ({ effect }) => text(EFFECT_LABELS[effect.kind])],
  ['Значение', 14, valueCell],
  ['С', 12, ({ valid_from }) => text(dayText(valid_from))],
  ['По', 12, ({ valid_to }) => text(valid_to === null ? '' : dayText(valid_to))],
  ['Примечание', 32, ({ note }) => text(note)],
]

/** Renders conditions as a workbook that can be imported again; a truncated list is noted in the last row. */
export const renderConditionsXlsx = (conditions: ExportedCondition[], total: number): Promise<Buffer> =>
  writeTable({
    sheet: 'Ценовые условия',
    columns: COLUMNS.map(([title, width]) => ({ title, width })),
    rows: conditions.map((condition) => COLUMNS.map(([, , cell]) => cell(condition))),
    total,
  })
