import { encode } from 'iconv-lite'
import { loadBankFile } from '../../modules/billing/index.ts'
import { dayText, moscowDate } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { DemoParties } from '../parties.ts'
import { selectUnpaidInvoice } from './payments.queries.ts'

/** Imports a bank file: a payment that names its invoice, one that names none, and one from no buyer. */
export async function loadPayments(database: Database, { managerId, contractorIds }: DemoParties, now: Date) {
  const invoice = await selectUnpaidInvoice(database.db, contractorIds[0] ?? 0)
  if (!invoice) return
  const day = dayText(moscowDate(now))
  const rub = (kop: number) => (kop / 100).toFixed(2)
  const part = Math.max(1, Math.floor(invoice.total_kop / 200) * 100)
  const payments = [
    {
      number: '1207',
      sum: rub(part),
      payer: invoice.buyer,
      inn: invoice.inn,
      purpose: `Оплата по счёту № ${invoice.number}`,
    },
    {
      number: '1208',
      sum: '15000.00',
      payer: invoice.buyer,
      inn: invoice.inn,
      purpose: 'Оплата за автозапчасти по договору',
    },
    {
      number: '94',
      sum: '3200.00',
      payer: 'ООО «Тихая гавань»',
      inn: '7702345671',
      purpose: 'Возврат обеспечительного платежа за склад',
    },
  ]
  const text = [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    'Кодировка=Windows',
    `РасчСчет=${invoice.account}`,
    ...payments.flatMap((one) => [
      'СекцияДокумент=Платежное поручение',
      `Номер=${one.number}`,
      `Дата=${day}`,
      `Сумма=${one.sum}`,
      `Плательщик=${one.payer}`,
      `ПлательщикИНН=${one.inn}`,
      'ПлательщикРасчСчет=40702810500000000321',
      `ДатаПоступило=${day}`,
      `ПолучательИНН=${invoice.seller_inn}`,
      `ПолучательРасчСчет=${invoice.account}`,
      `НазначениеПлатежа=${one.purpose}`,
      'КонецДокумента',
    ]),
    'КонецФайла',
  ]
  const author = { actorId: managerId, subjectId: managerId, contractorId: null, address: '', requestId: '' }
  const file = { name: 'kl_to_1c.txt', bytes: encode(text.join('\r\n'), 'win1251') }
  await loadBankFile(database.db, { clock: { now: () => now } }, author, file)
}
