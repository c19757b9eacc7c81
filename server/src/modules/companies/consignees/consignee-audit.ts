import type { AuditItem } from '@artikul/contract/platform/audit'
import type { ConsigneeFields } from '@artikul/contract/companies/consignees'
import { weekdayName } from '../../../platform/weekdays.ts'
import { changesBetween, type AuditedField } from '../../../platform/audit/index.ts'

/** «пн 09:00–18:00, вт 09:00–18:00» */
const hoursText = (hours: ConsigneeFields['hours']) =>
  [...hours]
    .sort((one, other) => one.weekday - other.weekday)
    .map(({ weekday, from, to }) => `${weekdayName(weekday)} ${from}–${to}`)
    .join(', ')

const personText = ({ full_name, phone, document }: ConsigneeFields['people'][number]) =>
  [full_name, phone, document].filter(Boolean).join(', ')

interface AuditedConsignee {
  field: keyof ConsigneeFields
  title: string
  text: (point: ConsigneeFields) => string
}

/** Names and formats of a point's fields for the journal and the workbook. */
export const FIELDS: readonly AuditedConsignee[] = [
  { field: 'name', title: 'Название точки', text: ({ name }) => name },
  { field: 'code', title: 'Код точки', text: ({ code }) => code ?? '' },
  { field: 'address', title: 'Адрес', text: ({ address }) => address },
  {
    field: 'coordinates',
    title: 'Координаты (долгота, широта)',
    text: ({ coordinates }) => coordinates?.join(', ') ?? '',
  },
  { field: 'contact', title: 'Контактное лицо', text: ({ contact }) => contact },
  { field: 'phone', title: 'Телефон', text: ({ phone }) => phone },
  { field: 'hours', title: 'Часы приёмки', text: ({ hours }) => hoursText(hours) },
  { field: 'legal_name', title: 'Грузополучатель по документам', text: (point) => point.legal_name ?? '' },
  { field: 'inn', title: 'ИНН грузополучателя', text: ({ inn }) => inn ?? '' },
  { field: 'kpp', title: 'КПП грузополучателя', text: ({ kpp }) => kpp ?? '' },
  { field: 'carrier', title: 'Перевозчик', text: ({ carrier }) => carrier },
  {
    field: 'carrier_payer',
    title: 'Перевозку оплачивает',
    text: (point) => (point.carrier_payer === 'supplier' ? 'поставщик' : 'получатель'),
  },
  { field: 'carrier_terminal', title: 'Терминал', text: (point) => point.carrier_terminal },
  { field: 'people', title: 'Кто забирает', text: ({ people }) => people.map(personText).join('; ') },
  { field: 'document_email', title: 'Почта для документов', text: (point) => point.document_email },
  { field: 'is_default', title: 'По умолчанию', text: (point) => (point.is_default ? 'да' : 'нет') },
]

const AUDITED_FIELDS = FIELDS.map(({ title, text }): AuditedField<ConsigneeFields> => [title, text])

/** Lists the differences field by field. */
export const pointChanges = (before: ConsigneeFields, after: ConsigneeFields): AuditItem['changes'] =>
  changesBetween(AUDITED_FIELDS, before, after)
