import { moscowDate, moscowTime } from '../../../platform/clock.ts'
import type { Intake, IntakeLine } from './intake.ts'
import {
  element,
  leaf,
  LENGTHS,
  maybe,
  partyElement,
  rateText,
  requisiteValues,
  roubles,
  tax,
  taxes,
  unit,
} from './commerceml.ts'

const idOf = (inn: string, kpp: string | null) => (kpp ? `${inn}-${kpp}` : inn)

function parties(intake: Intake): string {
  const { seller, seller_inn, seller_kpp, buyer, buyer_inn, buyer_kpp } = intake
  return element(
    'Контрагенты',
    partyElement({
      id: idOf(seller_inn, seller_kpp),
      name: seller,
      inn: seller_inn,
      kpp: seller_kpp,
      role: 'Продавец',
      address: intake.seller_address,
    }),
    partyElement({
      id: idOf(buyer_inn, buyer_kpp),
      name: buyer,
      inn: buyer_inn,
      kpp: buyer_kpp,
      role: 'Покупатель',
      address: intake.buyer_address,
    }),
    partyElement({
      id: `consignee-${intake.consignee_id}`,
      name: intake.consignee_legal_name || intake.consignee,
      // The consignee's requisiteValues equal the buyer's own when the buyer receives the goods.
      inn: intake.consignee_legal_name ? '' : buyer_inn,
      kpp: intake.consignee_legal_name ? null : buyer_kpp,
      role: 'Получатель',
      address: intake.consignee_address,
    }),
  )
}

const goods = (line: IntakeLine) =>
  element(
    'Товар',
    leaf('Ид', line.product_code),
    maybe('Штрихкод', line.gtin),
    leaf('Артикул', line.article.slice(0, LENGTHS.name)),
    leaf('Наименование', `${line.brand} ${line.article} ${line.name}`.trim().slice(0, LENGTHS.name)),
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
    requisiteValues([
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
      element('Налоги', taxes(intake.lines)),
      element('Товары', intake.lines.map(goods)),
      requisiteValues([
        ['Номер договора', intake.contract_number],
        ['Дата договора', intake.contract_day],
        ['Номер отгрузки', intake.number],
      ]),
    ),
    '</КоммерческаяИнформация>\n',
  ]
  return Buffer.from(text.join(''))
}
