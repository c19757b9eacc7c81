import { formatMoney } from '@artikul/contract/core/money'
import { formatPhone } from '@artikul/contract/core/phone'
import { counted } from '@artikul/contract/core/plural'
import { dayText, moscowDate } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { readDebtInvoices, type DebtsDeps } from './debt-invoices.ts'
import { selectDebts, selectManager } from './payment-reminders.queries.ts'

/** Maximum number of rows in one email; the page shows the rest. */
const MAX_ROWS = 50

const TITLES = ['Отгрузка', 'Договор', 'Срок оплаты', 'Осталось оплатить, ₽', 'Просрочка']

/**
 * Reads the company's payments due by tomorrow when the email is sent.
 * @param now moment of sending
 * @param withInvoices true for readers who may see invoices: the exact ones are attached
 */
export async function debtsForEmail(
  db: Db,
  deps: DebtsDeps,
  contractorId: number,
  { now, withInvoices }: { now: Date; withInvoices: boolean },
) {
  const today = moscowDate(now)
  const tomorrow = moscowDate(new Date(now.getTime() + 86_400_000))
  const [debts, manager] = [
    await selectDebts(db, contractorId, { today, tomorrow, most: MAX_ROWS + 1 }),
    await selectManager(db, contractorId, today),
  ]
  const shown = debts.slice(0, MAX_ROWS)
  const notes = [
    debts.length === 0 && 'Всё уже оплачено, спасибо.',
    debts.length > MAX_ROWS && 'Остальные документы — на портале, в разделе «Взаиморасчёты».',
    debts.length > 0 && 'Если вы уже оплатили, деньги скоро поступят: ничего делать не нужно.',
    manager &&
      `Вопросы — вашему менеджеру: ${[manager.full_name, manager.phone && formatPhone(manager.phone)].filter(Boolean).join(', ')}.`,
  ]
  return {
    titles: TITLES,
    rows: shown.map(({ number, day, contract, due_on, left_kop, overdue_days }) => [
      `№ ${number} от ${dayText(day)}`,
      contract,
      dayText(due_on),
      formatMoney(left_kop),
      overdue_days > 0 ? counted(overdue_days, 'день', 'дня', 'дней') : 'нет',
    ]),
    notes: notes.filter((note) => typeof note === 'string'),
    invoices: withInvoices ? await readDebtInvoices(db, deps, contractorId, now) : [],
  }
}
