import type { FileDocument, LoadedFile } from '@artikul/contract/billing/payments'
import { FILE_STATES, WAIT_REASONS } from '@artikul/contract/billing/payments'
import type { Kysely, Transaction } from 'kysely'
import { moscowDate } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db/index.ts'
import type { Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { lockInvoices, settleInvoices } from '../documents/index.ts'
import { namedInvoices } from './bank-file/purpose.ts'
import { readBankFile, type BankDocument } from './bank-file/read-bank-file.ts'
import { invoiceNumber, matchPayment, type Match } from './match.ts'
import * as known from './match.queries.ts'
import { publishPostings } from './publish-payments.ts'
import type { PaymentDeps } from './post.ts'
import * as write from './write-payments.queries.ts'

type Tx = Transaction<DB>

/** Document of the file with the data known so far. */
interface Row {
  document: BankDocument
  /** Own account that received the money. */
  own: known.OwnAccount | null
  told: Pick<FileDocument, 'state' | 'reason' | 'payment_id'> | null
}

const fileRowOf = (state: FileDocument['state'], reason = '', paymentId: number | null = null) => ({
  state,
  reason,
  payment_id: paymentId,
})

/** Finds the owner of the account: several banks may use the same number for different owners, then ИНН decides. */
function ownOf(accounts: readonly known.OwnAccount[], account: string, inn: string) {
  const same = accounts.filter((one) => one.account === account && (inn === '' || one.inn === inn))
  return same.length === 1 ? (same[0] ?? null) : null
}

function sorted(document: BankDocument, accounts: readonly known.OwnAccount[], today: string): Row {
  const own = ownOf(accounts, document.payeeAccount, document.payeeInn)
  const isFromUs = accounts.some(
    ({ account, inn }) => account === document.payerAccount && ['', inn].includes(document.payerInn),
  )
  const refused = (): Row['told'] => {
    if (document.problem !== null) return fileRowOf('broken', document.problem)
    if (isFromUs) return fileRowOf('outgoing', own ? 'перевод между своими счетами' : '')
    if (!own) return fileRowOf('foreign', `счёт получателя ${document.payeeAccount || 'не указан'}`)
    if (document.paidOn > today || document.day > today)
      return fileRowOf('broken', `строка ${document.line}: день ещё не наступил`)
    return null
  }
  return { document, own, told: refused() }
}

const newDocumentOf = ({ document, own }: Row, fileName: string): write.NewDocument => ({
  seller_id: own?.seller_id ?? 0,
  payer_inn: document.payerInn,
  number: document.number,
  day: document.day,
  sum_kop: document.sumKop ?? 0,
  paid_on: document.paidOn,
  payer: document.payer,
  payer_account: document.payerAccount,
  purpose: document.purpose,
  file_name: fileName,
  external_number: null,
})

/** Inserts the new documents; those that already exist, or repeat within the file, are only referenced. */
async function storeNew(tx: Tx, { clock }: PaymentDeps, author: Author, rows: readonly Row[], fileName: string) {
  const received = rows.filter((row) => row.told === null)
  const documents = received.map((row) => newDocumentOf(row, fileName))
  const inserted = await write.insertDocuments(tx, author, documents, clock.now())
  const before = await write.selectKnownDocuments(tx, documents)
  const fresh: { row: Row; id: number }[] = []
  for (const [at, row] of received.entries()) {
    const document = documents[at]
    if (!document) continue
    const key = write.keyOf(document)
    const id = inserted.get(key)
    inserted.delete(key)
    if (id !== undefined) fresh.push({ row, id })
    else row.told = fileRowOf('known', '', before.get(key)?.id ?? null)
  }
  return fresh
}

const namedIn = ({ document, own }: Row) => namedInvoices(document.purpose, own?.prefix ?? '')

/**
 * Matches the payments in order: several payments of one file may be for one invoice, each finds the part left by the
 * previous ones.
 */
async function matchAll(tx: Tx, fresh: readonly { row: Row; id: number }[]): Promise<Match[]> {
  const numbers = fresh.flatMap(({ row }) =>
    namedIn(row).map(({ running }) => ({
      seller_id: row.own?.seller_id ?? 0,
      number: invoiceNumber(row.own?.prefix ?? '', running),
    })),
  )
  const unique = [...new Map(numbers.map((one) => [`${one.seller_id} ${one.number}`, one])).values()]
  const named = await known.selectInvoicesByNumber(tx, unique)
  const ids = named.map(({ id }) => id)
  await lockInvoices(tx, ids)
  // Read again after locking: a concurrent payment may have paid them.
  const invoices = await known.selectInvoicesByIds(tx, ids)
  const byNumber = Map.groupBy(invoices, ({ seller_id: seller, number }) => `${seller} ${number}`)
  const buyers = await known.selectBuyersByInn(tx, [...new Set(fresh.map(({ row }) => row.document.payerInn))])
  const byInn = Map.groupBy(buyers, ({ inn }) => inn)
  const byId = new Map(invoices.map((one) => [one.id, one]))
  return fresh.map(({ row }) => {
    const own = namedIn(row)
    const sellerId = row.own?.seller_id ?? 0
    const prefix = row.own?.prefix ?? ''
    const { payerInn, sumKop } = row.document
    const match = matchPayment(
      { sellerId, payerInn, sumKop: sumKop ?? 0, named: own },
      {
        prefix,
        invoices: own.flatMap(({ running }) => byNumber.get(`${sellerId} ${invoiceNumber(prefix, running)}`) ?? []),
        buyers: byInn.get(payerInn) ?? [],
      },
    )
    for (const part of match.kind === 'post' ? match.parts : []) {
      const invoice = part.invoice_id === null ? undefined : byId.get(part.invoice_id)
      if (invoice) invoice.left_kop -= part.sum_kop
    }
    return match
  })
}

async function writeMatches(
  tx: Tx,
  { clock }: PaymentDeps,
  author: Author,
  fresh: readonly { row: Row; id: number }[],
  matches: readonly Match[],
) {
  const postings: write.Posting[] = []
  const waiting: Parameters<typeof write.writeReasons>[1][number][] = []
  for (const [at, { row, id }] of fresh.entries()) {
    const match = matches[at]
    if (match?.kind === 'post') {
      postings.push({ document_id: id, contractor_id: match.contractorId, parts: match.parts })
      row.told = fileRowOf('posted', '', id)
    } else if (match) {
      waiting.push({ id, reason: match.reason })
      row.told = fileRowOf('waiting', WAIT_REASONS[match.reason], id)
    }
  }
  if (waiting.length > 0) await write.writeReasons(tx, waiting)
  if (postings.length === 0) return
  const now = clock.now()
  const posted = await write.insertPostings(tx, author, postings, now)
  await settleInvoices(
    tx,
    postings.flatMap(({ parts }) => parts.flatMap(({ invoice_id: id }) => (id === null ? [] : [id]))),
  )
  await publishPostings(tx, author, posted, now)
}

const present = ({ document, ...row }: Row): FileDocument => ({
  line: document.line,
  ...(row.told ?? fileRowOf('broken', 'не прочитан')),
  number: document.number,
  day: document.day,
  sum_kop: document.sumKop,
  payer: document.payer,
  purpose: document.purpose,
})

function summaryOf(name: string, documents: readonly FileDocument[]): string {
  const counts = Object.entries(FILE_STATES).flatMap(([state, label]) => {
    const count = documents.filter((one) => one.state === state).length
    return count > 0 ? [`${label.toLowerCase()}: ${count}`] : []
  })
  return `${name}: ${counts.join(', ')}`
}

/**
 * Imports a bank's file. Every document gets a result; documents imported before change nothing.
 * @throws AppError `file.refused`
 */
export async function loadBankFile(
  db: Kysely<DB>,
  deps: PaymentDeps,
  author: Author,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<LoadedFile> {
  const { documents, warnings } = readBankFile(bytes)
  return db.transaction().execute(async (tx) => {
    const today = moscowDate(deps.clock.now())
    const numbers = new Set(documents.flatMap((one) => [one.payeeAccount, one.payerAccount]))
    const accounts = await known.selectOwnAccounts(tx, [...numbers])
    const rows = documents.map((document) => sorted(document, accounts, today))
    const fresh = await storeNew(tx, deps, author, rows, name)
    await writeMatches(tx, deps, author, fresh, await matchAll(tx, fresh))
    const presented = rows.map(present)
    await recordEvent(tx, author, { event: 'payments.loaded', object: summaryOf(name, presented) })
    return { file_name: name, documents: presented, warnings }
  })
}
