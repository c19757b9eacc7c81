import type { UserItem } from '@artikul/contract/identity/accounts'
import { ROLE_LABELS } from '@artikul/contract/core/roles'
import type { Cell } from 'write-excel-file/node'
import { moscowMoment } from '../../../../platform/clock.ts'
import { textCell as text, writeTable } from '../../../../platform/files/xlsx.ts'

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

/** Renders the list of accounts as a workbook; a truncated list is noted in the last row. */
export function renderAccountsXlsx(users: UserItem[], total: number): Promise<Buffer> {
  return writeTable({
    sheet: 'Пользователи',
    columns: COLUMNS.map(([title, width]) => ({ title, width })),
    rows: users.map((user) => COLUMNS.map(([, , cell]) => cell(user))),
    total,
  })
}
