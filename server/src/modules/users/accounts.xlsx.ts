import type { UserItem } from '@artikul/contract/accounts'
import { ROLE_LABELS } from '@artikul/contract/roles'
import writeXlsxFile, { type Cell, type Row } from 'write-excel-file/node'
import { moscowMoment } from '../../platform/clock.ts'

/** Always a cell of text: a name that begins with «=» must not become a formula. */
const text = (value: string, more: object = {}): Cell => ({ value, type: String, format: '@', ...more })

const moment = (value: string | null): Cell => text(value === null ? '' : moscowMoment(new Date(value)))

const COLUMNS: [title: string, width: number, cell: (user: UserItem) => Cell][] = [
  ['Имя', 32, (user) => text(user.full_name)],
  ['Логин', 28, (user) => text(user.login)],
  ['Почта', 28, (user) => text(user.email)],
  ['Телефон', 16, (user) => text(user.phone ?? '')],
  ['Роль', 26, (user) => text(user.roles.map((role) => ROLE_LABELS[role.name]).join(', '))],
  ['Компании', 48, (user) => text(user.contractors.map((one) => `${one.name} (ИНН ${one.inn})`).join('; '))],
  ['Доступ', 14, (user) => text(user.is_active ? 'открыт' : 'заблокирован')],
  ['Последний вход', 18, (user) => moment(user.last_seen_at)],
  ['Создан', 18, (user) => moment(user.created_at)],
]

/** The list of accounts as a workbook; when not all fitted, its last row says so. */
export async function renderAccountsXlsx(users: UserItem[], total: number): Promise<Buffer> {
  const rows: Row[] = [
    COLUMNS.map(([title]) => text(title, { fontWeight: 'bold' })),
    ...users.map((user) => COLUMNS.map(([, , cell]) => cell(user))),
    ...(total > users.length ? [[text(`Показаны первые ${users.length} из ${total}: сузьте отбор`)]] : []),
  ]
  const columns = COLUMNS.map(([, width]) => ({ width }))
  return writeXlsxFile(rows, { columns, sheet: 'Пользователи', stickyRowsCount: 1 }).toBuffer()
}
