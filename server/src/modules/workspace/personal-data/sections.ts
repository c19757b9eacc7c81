import { AUDIT_EVENTS } from '@artikul/contract/platform/audit-events'
import { LEGAL_LABELS } from '@artikul/contract/companies/legal-kinds'
import { CLIENT_TOPICS, MAIL_WAYS, STAFF_TOPICS } from '@artikul/contract/workspace/notification-settings'
import { ROLE_LABELS, STAFF_RIGHT_LABELS } from '@artikul/contract/core/roles'
import { AuditItem } from '@artikul/contract/platform/audit'
import { isOfPerson } from '../../../platform/audit/index.ts'
import type { Column, Row } from '../../../platform/table-file/index.ts'
import type { OwnRow, SectionName } from './sections.queries.ts'

/** Column of a table with the formatter of its values. */
type FormattedColumn = Omit<Column, 'kind'> & {
  kind?: Column['kind']
  say?: (value: string, values: readonly string[]) => string
}

interface Section {
  title: string
  columns: readonly FormattedColumn[]
}

type Labels = Readonly<Record<string, string>>
const inWords = (labels: Labels) => (value: string) => labels[value] ?? value
const listInWords = (labels: Labels) => (value: string) => value.split(/, ?/).map(inWords(labels)).join(', ')

const TOPICS: Labels = Object.fromEntries(
  Object.entries({ ...CLIENT_TOPICS, ...STAFF_TOPICS }).map(([topic, { label }]) => [topic, label]),
)
const FORMS: Labels = { registration: 'Регистрация', order: 'Заказ', 'one more company': 'Ещё одна компания' }

const column = (title: string, width: number, say?: FormattedColumn['say']): FormattedColumn => ({
  title,
  width,
  ...(say && { say }),
})
const moment = (title: string): FormattedColumn => ({ title, width: 18, kind: 'moment' })

const OF_ANOTHER = 'Данные другого человека'
const changesText = (value: string) =>
  AuditItem.shape.changes
    .parse(JSON.parse(value))

    .map(({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`)
    .join('; ')
/** Hides the object of an action on another person's account, which is that person's data. */
const ofOwn =
  (say: (value: string) => string): FormattedColumn['say'] =>
  (value, values) =>
    values[8] === 'false' && isOfPerson(values[1] ?? '') ? OF_ANOTHER : say(value)

/** Tables of the file in reading order. */
export const SECTIONS: Readonly<Record<SectionName, Section>> = {
  account: {
    title: 'Учётная запись',
    columns: [
      column('Имя', 32),
      column('Логин', 28),
      column('Почта', 28),
      column('Почта, ждёт подтверждения', 28),
      column('Телефон', 16),
      column('Роль', 28, listInWords(ROLE_LABELS)),
      column('Права', 28, listInWords(STAFF_RIGHT_LABELS)),
      column('Доступ открыт', 14),
      column('Второй фактор включён', 14),
      column('Создана', 18),
      column('Последний вход', 18),
    ],
  },
  companies: {
    title: 'Компании и права',
    columns: [
      column('Компания', 36),
      column('ИНН', 14),
      column('Видит цены', 12),
      column('Видит взаиморасчёты', 12),
      column('Может оформлять', 12),
      column('Сумма заказа, ₽', 16),
      column('Сумма за месяц, ₽', 16),
      column('Грузополучатели', 48),
    ],
  },
  invitations: {
    title: 'Приглашения',
    columns: [
      moment('Время'),
      column('Имя', 32),
      column('Почта', 28),
      column('Телефон', 16),
      column('Роль', 28, listInWords(ROLE_LABELS)),
      column('Компании', 48),
    ],
  },
  sessions: {
    title: 'Сессии',
    columns: [
      moment('Начата'),
      moment('Последнее действие'),
      column('Закончена', 18),
      column('Адрес', 18),
      column('Браузер', 60),
    ],
  },
  consents: {
    title: 'Согласия',
    columns: [
      moment('Время'),
      column('Документ', 40, inWords(LEGAL_LABELS)),
      column('Редакция', 10),
      column('Где дано', 20, inWords(FORMS)),
      column('Компания', 36),
      column('Адрес', 18),
      column('Браузер', 60),
    ],
  },
  mails: {
    title: 'Письма',
    columns: [moment('Составлено'), column('Отправлено', 18), column('Тема', 60)],
  },
  journal: {
    title: 'Журнал действий',
    columns: [
      moment('Время'),
      column('Событие', 40, inWords(AUDIT_EVENTS)),
      column('Кто', 28),
      column('Для кого', 28),
      column('Компания', 32),
      column(
        'О чём',
        40,
        ofOwn((value) => value),
      ),
      column('Изменения', 60, ofOwn(changesText)),
      column('Адрес', 18),
    ],
  },
  orders: {
    title: 'Заказы',
    columns: [
      moment('Время'),
      column('Номер', 14),
      column('Покупатель', 36),
      column('Ваш номер', 20),
      column('Комментарий', 48),
    ],
  },
  messages: {
    title: 'Сообщения, запросы и обращения',
    columns: [moment('Время'), column('Где', 28), column('Текст', 80)],
  },
  watches: {
    title: 'Подписки на товар',
    columns: [
      moment('Создано'),
      column('Компания', 36),
      column('Производитель', 20),
      column('Артикул', 20),
      column('Чего ждёт', 20, inWords({ stock: 'поступления', price: 'снижения цены' })),
      column('Сообщено', 18),
    ],
  },
  settings: {
    title: 'Настройки',
    columns: [
      column('Что', 28),
      column('Компания', 36),
      column('О чём', 40, listInWords(TOPICS)),
      column('Письма', 20, inWords(MAIL_WAYS)),
      column('Значение', 36),
    ],
  },
}

export const sectionColumns = ({ columns }: Section): Column[] =>
  columns.map(({ title, width, kind = 'text' }) => ({ title, width, kind }))

/** Formats a row of its table; missing values become empty cells. */
export function exportRow({ columns }: Section, row: OwnRow): Row {
  const values = row.values.map((value) => value ?? '')
  return columns.map(({ say }, at) => {
    const value = values[at] ?? ''
    return value === '' || !say ? value : say(value, values)
  })
}
