import type { Collector, ConsigneeFields, Coordinates, ReceivingHours } from '@artikul/contract/companies/consignees'
import type { AuditItem } from '@artikul/contract/platform/audit'
import { changesBetween } from '../../../platform/audit/index.ts'
import { weekdayName, weekdayOf } from '../../../platform/weekdays.ts'

export type FieldName = keyof ConsigneeFields

/** Field of a point in the audit log, in the workbook and in imported files. */
interface PointField<T> {
  title: string
  /** Usual headers of its column. Of several fields whose headers match, the first one gets the column. */
  header: RegExp
  text: (value: T) => string
  /** Parses a cell, which may equal the text above; the contract checks the result. */
  parse: (cell: string) => unknown
}

const textField = (title: string, header: RegExp): PointField<string> => ({
  title,
  header,
  text: (value) => value,
  parse: (cell) => cell,
})

const optionalText = (title: string, header: RegExp): PointField<string | null> => ({
  title,
  header,
  text: (value) => value ?? '',
  parse: (cell) => cell || null,
})

/** All fields of a point, in the order of the columns of the workbook. */
export const POINT_FIELDS: { [Name in FieldName]: PointField<ConsigneeFields[Name]> } = {
  name: textField('Название точки', /^(?!.*код).*(назван|наимен|филиал|сервис)|^точк/i),
  code: optionalText('Код точки', /код/i),
  address: textField('Адрес', /^(?!.*(почт|e-?mail|координат)).*адрес/i),
  coordinates: {
    title: 'Координаты (долгота, широта)',
    header: /координат|долгот/i,
    text: (coordinates) => coordinates?.join(', ') ?? '',
    parse: readCoordinates,
  },
  contact: textField('Контактное лицо', /контакт|ответствен/i),
  phone: textField('Телефон', /(^|\s)(тел|моб)|телефон/i),
  hours: { title: 'Часы приёмки', header: /час|режим|график|время/i, text: hoursText, parse: readHours },
  legal_name: optionalText('Грузополучатель по документам', /^(?!.*(инн|кпп)).*(грузополуч|юр)/i),
  inn: optionalText('ИНН грузополучателя', /инн/i),
  kpp: optionalText('КПП грузополучателя', /кпп/i),
  carrier: textField('Перевозчик', /^тк$|^(?!.*оплач).*(перевоз|трансп)/i),
  carrier_payer: {
    title: 'Перевозку оплачивает',
    header: /оплач/i,
    text: (payer) => (payer === 'supplier' ? 'поставщик' : 'получатель'),
    parse: (cell) => (/получ|покуп|клиент/i.test(cell) ? 'recipient' : 'supplier'),
  },
  carrier_terminal: textField('Терминал', /терминал/i),
  people: { title: 'Кто забирает', header: /забира|доверен/i, text: peopleText, parse: readPeople },
  document_email: textField('Почта для документов', /почт|e-?mail/i),
  is_default: {
    title: 'По умолчанию',
    header: /по умолч|основн/i,
    text: (isDefault) => (isDefault ? 'да' : 'нет'),
    parse: (cell) => /^(да|\+|1|x|х)$/i.test(cell),
  },
}
export const FIELD_NAMES = Object.keys(POINT_FIELDS) as FieldName[]

/** Text of one field of a point. */
export const fieldText = (name: FieldName, point: ConsigneeFields): string =>
  // Name and value belong together, which TypeScript cannot express for a name that varies.
  (POINT_FIELDS[name] as PointField<unknown>).text(point[name])

/** Lists the differences field by field. */
export const pointChanges = (before: ConsigneeFields, after: ConsigneeFields): AuditItem['changes'] =>
  changesBetween(
    FIELD_NAMES.map((name) => [POINT_FIELDS[name].title, (point: ConsigneeFields) => fieldText(name, point)] as const),
    before,
    after,
  )

/** «пн 09:00–18:00, вт 09:00–18:00» */
function hoursText(hours: readonly ReceivingHours[]) {
  return hours
    .toSorted((one, other) => one.weekday - other.weekday)
    .map(({ weekday, from, to }) => `${weekdayName(weekday)} ${from}–${to}`)
    .join(', ')
}

const HOURS =
  /^(пн|вт|ср|чт|пт|сб|вс)(?:\s*[-–—]\s*(пн|вт|ср|чт|пт|сб|вс))?:?\s*(?:с\s*)?(\d{1,2}[:.]\d\d)\s*(?:[-–—]|до)\s*(\d{1,2}[:.]\d\d)$/i

const clock = (time: string) => time.replace('.', ':').padStart(5, '0')

/** Parses «пн–пт 09:00–18:00, сб 10:00-14:00»; null when invalid. */
export function readHours(text: string): ReceivingHours[] | null {
  const hours: ReceivingHours[] = []
  for (const part of text
    .split(/[,;]/)
    .map((piece) => piece.trim())
    .filter(Boolean)) {
    const [, first, last, from, to] = HOURS.exec(part) ?? []
    if (first === undefined || from === undefined || to === undefined) return null
    for (let weekday = weekdayOf(first); weekday <= weekdayOf(last ?? first); weekday += 1)
      hours.push({ weekday, from: clock(from), to: clock(to) })
  }
  return hours
}

/** Parses «37.617644, 55.755819»: longitude first, as exported. */
function readCoordinates(text: string): Coordinates | null {
  const [longitude, latitude] = text.split(/[,;\s]+/).map(Number)
  return longitude === undefined || latitude === undefined || !Number.isFinite(longitude) || !Number.isFinite(latitude)
    ? null
    : [longitude, latitude]
}

function peopleText(people: readonly Collector[]) {
  return people.map((person) => [person.full_name, person.phone, person.document].filter(Boolean).join(', ')).join('; ')
}

/** Parses «Иванов Иван, +7 999 123-45-67, доверенность № 12; Петров Пётр» */
function readPeople(text: string): Collector[] {
  return text
    .split(';')
    .map((piece) => piece.trim())
    .filter(Boolean)
    .map((piece) => {
      const [full_name = '', ...rest] = piece.split(',').map((part) => part.trim())
      const phone = rest.find((part) => /^\+?[\d\s().-]{10,}$/.test(part)) ?? ''
      return { full_name, phone, document: rest.filter((part) => part !== phone).join(', ') }
    })
}
