import type { AuditItem } from '@artikul/contract/audit'
import type { ConsigneeFields } from '@artikul/contract/consignees'

const WEEKDAYS = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']

/** «пн 09:00–18:00, вт 09:00–18:00» */
const hoursText = (hours: ConsigneeFields['hours']) =>
  [...hours]
    .sort((one, other) => one.weekday - other.weekday)
    .map(({ weekday, from, to }) => `${WEEKDAYS[weekday - 1] ?? ''} ${from}–${to}`)
    .join(', ')

const personText = ({ full_name, phone, document }: ConsigneeFields['people'][number]) =>
  [full_name, phone, document].filter(Boolean).join(', ')

/** How the journal and the workbook call the fields of a point, and how they write them. */
export const FIELDS: readonly (readonly [field: string, text: (point: ConsigneeFields) => string])[] = [
  ['Название точки', ({ name }) => name],
  ['Код точки', ({ code }) => code ?? ''],
  ['Адрес', ({ address }) => address],
  ['Координаты (долгота, широта)', ({ coordinates }) => coordinates?.join(', ') ?? ''],
  ['Контактное лицо', ({ contact }) => contact],
  ['Телефон', ({ phone }) => phone],
  ['Часы приёмки', ({ hours }) => hoursText(hours)],
  ['Грузополучатель по документам', (point) => point.legal_name ?? ''],
  ['ИНН грузополучателя', ({ inn }) => inn ?? ''],
  ['КПП грузополучателя', ({ kpp }) => kpp ?? ''],
  ['Перевозчик', ({ carrier }) => carrier],
  ['Перевозку оплачивает', (point) => (point.carrier_payer === 'supplier' ? 'поставщик' : 'получатель')],
  ['Терминал', (point) => point.carrier_terminal],
  ['Кто забирает', ({ people }) => people.map(personText).join('; ')],
  ['Почта для документов', (point) => point.document_email],
  ['Основная', (point) => (point.is_default ? 'да' : 'нет')],
]

/** What differs, field by field. */
export const changesBetween = (before: ConsigneeFields, after: ConsigneeFields): AuditItem['changes'] =>
  FIELDS.flatMap(([field, text]) => {
    const [was, becomes] = [text(before), text(after)]
    return was === becomes ? [] : [{ field, before: was || null, after: becomes || null }]
  })
