import type { Good } from '../goods.ts'
import { all, commerceMl, escaped, xmlText, type Xml } from './xml.ts'

export interface Line {
  id: string
  name: string
  qty: number
  kop: number
}

export interface BookedOrder {
  /** Id on the portal. */
  id: string
  number: string
  ownNumber: string
  inn: string
  buyer: string
  isCancelled: boolean
  lines: Line[]
  /** Times that it was written. */
  revisions: number
  /** Times that documents were booked for it. */
  bookings: number
}

export interface BookedDocument {
  id: string
  number: string
  orderId: string
  operation: 'Отпуск товара' | 'Выплата безналичных денег' | 'Возврат товара'
  kop: number
  lines: Line[]
  isDeleted: boolean
}

const rubles = (kop: number) => (kop / 100).toFixed(2)
const kopOf = (text: string) => Math.round(Number(text) * 100)
export const lineSum = (lines: readonly Line[]) => lines.reduce((sum, line) => sum + Math.round(line.qty * line.kop), 0)
const leaf = (name: string, value: string) => `<${name}>${escaped(value)}</${name}>`
const requisites = (values: Record<string, string>) =>
  `<ЗначенияРеквизитов>${Object.entries(values)
    .map(
      ([name, value]) =>
        `<ЗначениеРеквизита>${leaf('Наименование', name)}${leaf('Значение', value)}</ЗначениеРеквизита>`,
    )
    .join('')}</ЗначенияРеквизитов>`

export const requisiteOf = (element: Xml, name: string) =>
  xmlText(
    all(all(element, 'ЗначенияРеквизитов')[0], 'ЗначениеРеквизита').find(
      (one) => xmlText(one, 'Наименование') === name,
    ),
    'Значение',
  )

const linesXml = (lines: readonly Line[]) =>
  `<Товары>${lines
    .map(
      (line) =>
        `<Товар>${leaf('Ид', line.id)}${leaf('Наименование', line.name)}${leaf('ЦенаЗаЕдиницу', rubles(line.kop))}` +
        `${leaf('Количество', String(line.qty))}${leaf('Сумма', rubles(Math.round(line.qty * line.kop)))}</Товар>`,
    )
    .join('')}</Товары>`

/** Today in Moscow. */
const today = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)

export const readLine = (element: Xml): Line => ({
  id: xmlText(element, 'Ид'),
  name: xmlText(element, 'Наименование'),
  qty: Number(xmlText(element, 'Количество')),
  kop: kopOf(xmlText(element, 'ЦенаЗаЕдиницу')),
})

const documentXml = (document: BookedDocument) =>
  `<ПодчиненныйДокумент>${leaf('Ид', document.id)}${leaf('Номер', document.number)}${leaf('Дата', today())}` +
  `${leaf('ХозОперация', document.operation)}<Роль>Продавец</Роль><Валюта>RUB</Валюта><Курс>1</Курс>` +
  `${leaf('Сумма', rubles(document.kop))}${linesXml(document.lines)}${requisites({
    ПометкаУдаления: String(document.isDeleted),
    Проведен: 'true',
    ...(document.operation === 'Отпуск товара' && { 'Номер УПД': `У${document.number}` }),
  })}</ПодчиненныйДокумент>`

/** BookedOrder as 1C sends it back, with its subordinate documents. */
export const orderXml = (order: BookedOrder, own: readonly BookedDocument[]) => {
  const parties =
    `<Контрагенты><Контрагент>${leaf('Наименование', order.buyer)}${leaf('ИНН', order.inn)}` +
    `<Роль>Покупатель</Роль></Контрагент></Контрагенты>`
  return (
    `<Документ>${leaf('Ид', order.id)}${leaf('Номер', order.number)}${leaf('Дата', today())}` +
    `<ХозОперация>Заказ товара</ХозОперация><Роль>Продавец</Роль><Валюта>RUB</Валюта><Курс>1</Курс>` +
    `${leaf('Сумма', rubles(lineSum(order.lines)))}${parties}${linesXml(order.lines)}${requisites({
      'Номер по 1С': order.ownNumber,
      'Дата по 1С': today(),
      Отменен: String(order.isCancelled),
    })}<ПодчиненныеДокументы>${own.map(documentXml).join('')}</ПодчиненныеДокументы></Документ>`
  )
}

/** Catalogue as two files: goods, then prices and stock. */
export const catalogFiles = (
  goods: readonly Good[],
  stock: ReadonlyMap<string, number>,
  isFull: boolean,
): [name: string, text: string][] => [
  [
    'import0_1.xml',
    commerceMl(
      `<Каталог СодержитТолькоИзменения="${!isFull}"><Ид>goods</Ид><Наименование>Каталог</Наименование><Товары>${goods
        .map(
          (good, at) =>
            `<Товар>${leaf('Ид', `good-${at}`)}${leaf('Артикул', good.article)}${leaf('Наименование', good.name)}` +
            `<БазоваяЕдиница Код="796 ">шт</БазоваяЕдиница><Изготовитель>${leaf('Ид', good.brand)}${leaf('Наименование', good.brand)}</Изготовитель></Товар>`,
        )
        .join('')}</Товары></Каталог>`,
    ),
  ],
  [
    'offers0_1.xml',
    commerceMl(
      `<ПакетПредложений СодержитТолькоИзменения="${!isFull}"><Ид>goods#</Ид><ТипыЦен><ТипЦены><Ид>purchase</Ид><Наименование>Закупочная</Наименование><Валюта>RUB</Валюта></ТипЦены></ТипыЦен>` +
        `<Склады><Склад><Ид>main</Ид><Наименование>Основной склад</Наименование></Склад></Склады><Предложения>${goods
          .map(
            (good, at) =>
              `<Предложение>${leaf('Ид', `good-${at}`)}<Цены><Цена><ИдТипаЦены>purchase</ИдТипаЦены>${leaf('ЦенаЗаЕдиницу', rubles(good.priceKop))}<Валюта>RUB</Валюта></Цена></Цены>` +
              `<Склад ИдСклада="main" КоличествоНаСкладе="${stock.get(`good-${at}`) ?? 0}"/></Предложение>`,
          )
          .join('')}</Предложения></ПакетПредложений>`,
    ),
  ],
]
