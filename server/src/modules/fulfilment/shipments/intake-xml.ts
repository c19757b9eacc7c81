import { isSoleProprietor } from '@artikul/contract/core/identifiers'
import { moscowDate, moscowTime } from '../../../platform/clock.ts'
import type { Intake, IntakeLine } from './intake.ts'
import { OKEI } from './okei.ts'

/** Length limits of the schema (XSD of CommerceML 2.08). */
const MOST = { name: 255, value: 1000 } as const

/** Characters that XML 1.0 cannot represent. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const escaped = (value: string) =>
  value
    .replace(UNWRITABLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

type Node = string | readonly Node[]

const element = (name: string, ...content: Node[]): string => `<${name}>${content.flat(9).join('')}</${name}>`
const leaf = (name: string, value: string) => element(name, escaped(value))
/** Omits an element without a value, because an empty one would erase the value in 1С. */
const maybe = (name: string, value: string | null) => (value ? leaf(name, value) : '')

const roubles = (kop: number) => (kop / 100).toFixed(2)
const rateText = (rate: string) => (rate === 'none' ? 'Без НДС' : rate)

const requisites = (pairs: readonly (readonly [name: string, value: string])[]) => {
  const filled = pairs.filter(([, value]) => value !== '')
  return filled.length === 0
    ? ''
    : element(
        'ЗначенияРеквизитов',
        filled.map(([name, value]) =>
          element('ЗначениеРеквизита', leaf('Наименование', name), leaf('Значение', value.slice(0, MOST.value))),
        ),
      )
}

const tax = (rate: string, kop: number) =>
  element(
    'Налог',
    leaf('Наименование', 'НДС'),
    leaf('УчтеноВСумме', 'true'),
    leaf('Сумма', roubles(kop)),
    leaf('Ставка', rateText(rate)),
  )

interface Party {
  id: string
  name: string
  inn: string
  kpp: string | null
  role: 'Продавец' | 'Покупатель' | 'Получатель'
  address: string
}

const addressElement = (name: string, address: string) =>
  address === '' ? '' : element(name, leaf('Представление', address.slice(0, MOST.name)))

/** A sole proprietor is described as a natural person. */
const partyDetails = ({ name, inn, kpp, address }: Party) =>
  isSoleProprietor(inn)
    ? [leaf('ПолноеНаименование', name), maybe('ИНН', inn), addressElement('АдресРегистрации', address)]
    : [
        leaf('ОфициальноеНаименование', name),
        addressElement('ЮридическийАдрес', address),
        maybe('ИНН', inn),
        maybe('КПП', kpp),
      ]

function party({ name: fullName, ...rest }: Party): string {
  const name = fullName.slice(0, MOST.name)
  return element(
    'Контрагент',
    leaf('Ид', rest.id),
    leaf('Наименование', name),
    partyDetails({ ...rest, name }),
    leaf('Роль', rest.role),
  )
}

const idOf = (inn: string, kpp: string | null) => (kpp ? `${inn}-${kpp}` : inn)

function parties(intake: Intake): string {
  const { seller, seller_inn, seller_kpp, buyer, buyer_inn, buyer_kpp } = intake
  return element(
    'Контрагенты',
    party({
      id: idOf(seller_inn, seller_kpp),
      name: seller,
      inn: seller_inn,
      kpp: seller_kpp,
      role: 'Продавец',
      address: intake.seller_address,
    }),
    party({
      id: idOf(buyer_inn, buyer_kpp),
      name: buyer,
      inn: buyer_inn,
      kpp: buyer_kpp,
      role: 'Покупатель',
      address: intake.buyer_address,
    }),
    party({
      id: `consignee-${intake.consignee_id}`,
      name: intake.consignee_legal_name || intake.consignee,
      // The consignee's requisites equal the buyer's own when the buyer receives the goods.
      inn: intake.consignee_legal_name ? '' : buyer_inn,
      kpp: intake.consignee_legal_name ? null : buyer_kpp,
      role: 'Получатель',
      address: intake.consignee_address,
    }),
  )
}

function unit(name: string): string {
  const known = OKEI[name]
  const attributes = known
    ? ` Код="${known[0]}" НаименованиеПолное="${known[1]}" МеждународноеСокращение="${known[2]}"`
    : ''
  return `<БазоваяЕдиница${attributes}>${escaped(name)}</БазоваяЕдиница>`
}

const goods = (line: IntakeLine) =>
  element(
    'Товар',
    leaf('Ид', line.product_code),
    maybe('Штрихкод', line.gtin),
    leaf('Артикул', line.article.slice(0, MOST.name)),
    leaf('Наименование', `${line.brand} ${line.article} ${line.name}`.trim().slice(0, MOST.name)),
    unit(line.unit),
    element(
      'Изготовитель',
      leaf('Ид', line.brand),
      leaf('Наименование', line.brand),
      leaf('ОфициальноеНаименование', line.brand),
    ),
    element(
      'СтавкиНалогов',
      element('СтавкаНалога', leaf('Наименование', 'НДС'), leaf('Ставка', rateText(line.vat_rate))),
    ),
    requisites([
      ['ВидНоменклатуры', 'Товар'],
      ['ТипНоменклатуры', 'Товар'],
      ['Код покупателя', line.own_code],
      ['Пометка покупателя', line.client_ref],
      ['Заказ поставщика', line.order_number],
      ['Заказ покупателя', line.client_number],
    ]),
    leaf('ЦенаЗаЕдиницу', roubles(line.price_kop)),
    leaf('Количество', String(line.qty)),
    leaf('Сумма', roubles(line.sum_kop)),
    maybe('СтранаПроисхождения', line.country),
    maybe('ГТД', line.gtd),
    element('Налоги', tax(line.vat_rate, line.vat_kop)),
  )

/** VAT of the document is the sum of its lines' VAT by rate, never calculated from the total. */
function taxes({ lines }: Intake): string[] {
  const byRate = Map.groupBy(lines, ({ vat_rate: rate }) => rate)
  return [...byRate].map(([rate, of]) =>
    tax(
      rate,
      of.reduce((sum, { vat_kop: kop }) => sum + kop, 0),
    ),
  )
}

/**
 * «Поступление товаров»: renders a document of CommerceML 2.08, an «Отпуск товара» by the seller, who exports it.
 * @param now moment of creation of the file
 */
export function renderIntakeXml(intake: Intake, now: Date): Buffer {
  const made = `${moscowDate(now)}T${moscowTime(now)}:00`
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<КоммерческаяИнформация xmlns="urn:1C.ru:commerceml_2" ВерсияСхемы="2.08" ДатаФормирования="${made}">`,
    element(
      'Документ',
      leaf('Ид', `shipment-${intake.id}`),
      leaf('Номер', intake.upd_number ?? intake.number),
      leaf('Дата', intake.shipped_on),
      leaf('ХозОперация', 'Отпуск товара'),
      leaf('Роль', 'Продавец'),
      leaf('Валюта', 'RUB'),
      leaf('Курс', '1'),
      leaf('Сумма', roubles(intake.lines.reduce((sum, { sum_kop: kop }) => sum + kop, 0))),
      parties(intake),
      leaf('Время', `${moscowTime(intake.made_at)}:00`),
      element('Налоги', taxes(intake)),
      element('Товары', intake.lines.map(goods)),
      requisites([
        ['Номер договора', intake.contract_number],
        ['Дата договора', intake.contract_day],
        ['Номер отгрузки', intake.number],
      ]),
    ),
    '</КоммерческаяИнформация>\n',
  ]
  return Buffer.from(text.join(''))
}
