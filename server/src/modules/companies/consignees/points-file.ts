import { readSheetRows, type SheetRow } from '../../../platform/files/spreadsheet/index.ts'
import {
  ConsigneeFields,
  MAX_LISTED_CONSIGNEES,
  type Collector,
  type Coordinates,
  type ReceivingHours,
} from '@artikul/contract/companies/consignees'
import { weekdayOf } from '../../../platform/weekdays.ts'

/** Usual column headers of such lists, which the portal's own export also uses. */
const HEADERS = {
  code: /код/i,
  name: /назван|наимен|^точк|филиал|сервис/i,
  coordinates: /координат|долгот/i,
  document_email: /почт|e-?mail/i,
  address: /адрес/i,
  contact: /контакт|ответствен/i,
  phone: /(^|\s)(тел|моб)|телефон/i,
  hours: /час|режим|график|время/i,
  inn: /инн/i,
  kpp: /кпп/i,
  legal_name: /грузополуч|юр/i,
  carrier_payer: /оплач/i,
  carrier: /^тк$|перевоз|трансп/i,
  carrier_terminal: /терминал/i,
  people: /забира|доверен/i,
  is_default: /по умолч|основн/i,
} as const satisfies Record<keyof ConsigneeFields, RegExp>
export type PointRow = SheetRow<keyof ConsigneeFields>

const clock = (time: string) => time.replace('.', ':').padStart(5, '0')

/** Parses «пн–пт 09:00–18:00, сб 10:00-14:00»; null when invalid. */
export function readHours(text: string): ReceivingHours[] | null {
  if (text === '') return []
  const hours: ReceivingHours[] = []
  for (const part of text
    .split(/[,;]/)
    .map((piece) => piece.trim())
    .filter(Boolean)) {
    const found =
      /^(пн|вт|ср|чт|пт|сб|вс)(?:\s*[-–—]\s*(пн|вт|ср|чт|пт|сб|вс))?:?\s*(?:с\s*)?(\d{1,2}[:.]\d\d)\s*(?:[-–—]|до)\s*(\d{1,2}[:.]\d\d)$/i.exec(
        part,
      )
    const [, first, last, from, to] = found ?? []
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

/** Parses «Иванов Иван, +7 999 123-45-67, доверенность № 12; Петров Пётр» */
const readPeople = (text: string): Collector[] =>
  text
    .split(';')
    .map((piece) => piece.trim())
    .filter(Boolean)
    .map((piece) => {
      const [full_name = '', ...rest] = piece.split(',').map((part) => part.trim())
      const phone = rest.find((part) => /^\+?[\d\s().-]{10,}$/.test(part)) ?? ''
      return { full_name, phone, document: rest.filter((part) => part !== phone).join(', ') }
    })

function fieldsOf({ text }: PointRow, hours: ReceivingHours[]) {
  const ofDocuments = text('legal_name')
  return {
    name: text('name'),
    code: text('code') || null,
    legal_name: ofDocuments || null,
    inn: text('inn') || null,
    kpp: text('kpp') || null,
    address: text('address'),
    coordinates: readCoordinates(text('coordinates')),
    contact: text('contact'),
    phone: text('phone'),
    hours,
    carrier: text('carrier'),
    carrier_payer: /получ|покуп|клиент/i.test(text('carrier_payer')) ? 'recipient' : 'supplier',
    carrier_terminal: text('carrier_terminal'),
    people: readPeople(text('people')),
    document_email: text('document_email'),
    is_default: /^(да|\+|1|x|х)$/i.test(text('is_default')),
  }
}

const COLUMNS: Partial<Record<PropertyKey, string>> = {
  name: 'Название',
  code: 'Код',
  address: 'Адрес',
  phone: 'Телефон',
  inn: 'ИНН',
  kpp: 'КПП',
  legal_name: 'Грузополучатель',
  document_email: 'Почта',
  hours: 'Часы',
  people: 'Кто забирает',
}

/** Parses the point of a row on top of the `stored` one if it exists; otherwise returns the readable faults. */
export function parsePoint(
  row: PointRow,
  stored: Partial<ConsigneeFields> = {},
): { fields: ConsigneeFields } | { error: string } {
  const hours = readHours(row.text('hours'))
  const parsed = ConsigneeFields.safeParse({ ...fieldsOf(row, hours ?? []), ...stored })
  const isUnread = hours === null && stored.hours === undefined
  if (parsed.success && !isUnread) return { fields: parsed.data }
  const problems = (parsed.error?.issues ?? []).map(
    ({ path: [field = ''], message }) => `${COLUMNS[field] ?? String(field)}: ${message}`,
  )
  return { error: [...(isUnread ? ['Часы: напишите в виде «пн–пт 09:00–18:00»'] : []), ...problems].join('; ') }
}

/**
 * Parses the rows of a file with delivery points.
 * @throws AppError `file.refused` with a readable reason
 */
export const readPointRows = (path: string): Promise<PointRow[]> =>
  readSheetRows(path, {
    headers: HEADERS,
    required: ['name', 'address'],
    most: MAX_LISTED_CONSIGNEES,
    words: {
      noHeader: 'В файле не найдены столбцы «Название точки» и «Адрес»',
      noRows: 'В файле нет строк с адресами',
      tooMany: `Не больше ${MAX_LISTED_CONSIGNEES} точек`,
    },
  })
