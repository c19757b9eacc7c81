import { encode } from 'iconv-lite'
import { sql, type Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

export interface FileRow {
  number?: string
  date?: string
  paid?: string
  sum?: string
  payer?: string
  payerInn?: string
  payerAccount?: string
  payeeInn?: string
  payeeAccount?: string
  purpose?: string
  /** Replacement for the usual last lines. */
  end?: string
}

export const OUR_ACCOUNT = '40702810200000012345'

const sectionOf = (row: FileRow) =>
  [
    'СекцияДокумент=Платежное поручение',
    `Номер=${row.number ?? '55'}`,
    `Дата=${row.date ?? '20.11.2026'}`,
    `Сумма=${row.sum ?? '1000.00'}`,
    `ПлательщикСчет=${row.payerAccount ?? '40702810900000000777'}`,
    `Плательщик=ИНН ${row.payerInn ?? '7800000002'} ${row.payer ?? 'ООО «Плательщик»'}`,
    `ПлательщикИНН=${row.payerInn ?? '7800000002'}`,
    `ПлательщикРасчСчет=${row.payerAccount ?? '40702810900000000777'}`,
    `ПолучательСчет=${row.payeeAccount ?? OUR_ACCOUNT}`,
    `ДатаПоступило=${row.paid ?? '20.11.2026'}`,
    'Получатель=ООО «Продавец»',
    ...(row.payeeInn === undefined ? [] : [`ПолучательИНН=${row.payeeInn}`]),
    `ПолучательРасчСчет=${row.payeeAccount ?? OUR_ACCOUNT}`,
    'ВидОплаты=01',
    `НазначениеПлатежа=${row.purpose ?? 'Оплата за автозапчасти'}`,
    row.end ?? 'КонецДокумента',
  ].join('\r\n')

export const bankText = (rows: readonly FileRow[], end = 'КонецФайла') =>
  [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    'Кодировка=Windows',
    'Отправитель=Бухгалтерия предприятия',
    'ДатаНачала=20.11.2026',
    'ДатаКонца=20.11.2026',
    `РасчСчет=${OUR_ACCOUNT}`,
    'СекцияРасчСчет',
    'ДатаНачала=20.11.2026',
    'НачальныйОстаток=0.00',
    'КонецРасчСчет',
    ...rows.map(sectionOf),
    end,
    '',
  ].join('\r\n')

/** Encodes a bank's file in windows-1251. */
export const bankFile = (rows: readonly FileRow[], end?: string): Buffer => encode(bankText(rows, end), 'win1251')

let running = 0

/** Creates an unpaid invoice, bypassing the rules. */
export async function buildInvoice(
  db: Db,
  overrides: { sellerId: number; contractId: number; companyId: number; userId: number; kop: number },
  more: Partial<Insertable<DB['invoices']>> = {},
) {
  running += 1
  const { invoice_prefix: prefix } = await db
    .selectFrom('sellers')
    .select('invoice_prefix')
    .where('id', '=', overrides.sellerId)
    .executeTakeFirstOrThrow()
  return db
    .insertInto('invoices')
    .values({
      number: `${prefix}-${String(running).padStart(6, '0')}`,
      seller_id: overrides.sellerId,
      contract_id: overrides.contractId,
      contractor_id: overrides.companyId,
      issued_at: new Date('2026-11-16T09:00:00Z'),
      pay_until: '2026-11-19',
      total_kop: overrides.kop,
      vat_kop: 0,
      kind: more.order_id ? 'order' : 'advance',
      snapshot: sql`'{}'::jsonb`,
      actor_id: overrides.userId,
      subject_id: overrides.userId,
      ...more,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
}

export const loading = (headers: { authorization: string }, bytes: Buffer, name = 'kl_to_1c.txt') => ({
  method: 'POST' as const,
  url: `/api/v1/payments/file?name=${encodeURIComponent(name)}`,
  headers: { ...headers, 'content-type': 'application/octet-stream' },
  payload: bytes,
})
