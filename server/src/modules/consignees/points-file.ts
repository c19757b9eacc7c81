import {
  ConsigneeFields,
  MOST_LISTED_CONSIGNEES,
  type Collector,
  type Coordinates,
  type ListedConsignee,
  type ReceivingHours,
} from '@artikul/contract/consignees'
import { readList, type ListRow } from '../imports/index.ts'

/** How people head the columns of such a list; our own export is headed so too. */
const HEADERS = {
  code: /код/i,
  name: /назван|наимен|^точк|филиал|сервис/i,
  coordinates: /координат|долгот/i,
  document_email: /почт|e-?mail/i,
  address: /адрес/i,
  contact: /контакт|ответствен/i,
  phone: /тел|моб/i,
  hours: /час|режим|график|время/i,
  inn: /инн/i,
  kpp: /кпп/i,
  legal_name: /грузополуч|юр/i,
  carrier_payer: /оплач/i,
  carrier: /перевоз|тк|трансп/i,
  terminal: /терминал/i,
  people: /забира|доверен/i,
  is_default: /основн/i,
} as const
type Field = keyof typeof HEADERS

const WEEKDAYS = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']
const dayOf = (name: string) => WEEKDAYS.indexOf(name.toLowerCase()) + 1
const clock = (time: string) => time.replace('.', ':').padStart(5, '0')

/** «пн–пт 09:00–18:00, сб 10:00-14:00»; null: not understood. */
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
    for (let weekday = dayOf(first); weekday <= dayOf(last ?? first); weekday += 1)
      hours.push({ weekday, from: clock(from), to: clock(to) })
  }
  return hours
}

/** «37.617644, 55.755819»: longitude first, as we export it. */
function readCoordinates(text: string): Coordinates | null {
  const [longitude, latitude] = text.split(/[,;\s]+/).map(Number)
  return longitude === undefined || latitude === undefined || !Number.isFinite(longitude) || !Number.isFinite(latitude)
    ? null
    : [longitude, latitude]
}

/** «Иванов Иван, +7 999 123-45-67, доверенность № 12; Петров Пётр» */
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

function fieldsOf({ text }: ListRow<Field>, hours: ReceivingHours[]) {
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
    carrier_terminal: text('terminal'),
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

function listedPoint(row: ListRow<Field>): ListedConsignee {
  const { number, text } = row
  const hours = readHours(text('hours'))
  const parsed = ConsigneeFields.safeParse(fieldsOf(row, hours ?? []))
  const problems = [
    ...(hours ? [] : ['Часы: напишите в виде «пн–пт 09:00–18:00»']),
    ...(parsed.error?.issues ?? []).map(
      ({ path: [field = ''], message }) => `${COLUMNS[field] ?? String(field)}: ${message}`,
    ),
  ]
  return {
    row: number,
    name: text('name'),
    address: text('address'),
    fields: parsed.success && hours ? parsed.data : null,
    error: problems.length > 0 ? problems.join('; ') : null,
  }
}

/** A second row of the same code is somebody's slip. */
function markDoubles(points: ListedConsignee[]): ListedConsignee[] {
  const seen = new Map<string, number>()
  return points.map((point) => {
    const code = point.fields?.code?.toLowerCase()
    if (!code) return point
    const first = seen.get(code)
    seen.set(code, first ?? point.row)
    return first === undefined ? point : { ...point, fields: null, error: `Тот же код, что в строке ${first}` }
  })
}

/**
 * Delivery points of a file, as far as they are understood; nothing is made.
 * @throws AppError `file.refused` with the reason in words
 */
export async function readPoints(path: string): Promise<ListedConsignee[]> {
  const rows = await readList(path, {
    headers: HEADERS,
    required: ['name', 'address'],
    most: MOST_LISTED_CONSIGNEES,
    words: {
      noHeader: 'В файле не найдены столбцы «Название точки» и «Адрес»',
      noRows: 'В файле нет строк с адресами',
      tooMany: `Не больше ${MOST_LISTED_CONSIGNEES} точек`,
    },
  })
  return markDoubles(rows.map(listedPoint))
}
