import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import {
  Day,
  Empty,
  Id,
  IdParams,
  Kop,
  listOf,
  Moment,
  pageQuery,
  PathId,
  requiredText,
  textAsItStands,
  Version,
} from '../core/fields.ts'
import { BACKWARDS, inOrder } from '../core/period.ts'
import { defineRoutes, FILE } from '../core/route.ts'

/** Most rows of a contractor's own statement. */
export const MAX_RECONCILIATION_ROWS = 5000
export const RECONCILIATION_FILE_BYTES = 5 * 1024 * 1024
/** Most reconciliations stored for one company. */
export const MAX_RECONCILIATIONS = 200
/** Message limit of one difference. */
export const MAX_DIFFERENCE_MESSAGES = 200

/** Meanings of a column of a contractor's statement. */
export const STATEMENT_FIELDS = {
  date: 'Дата',
  document: 'Документ',
  number: 'Номер',
  debit: 'Дебет',
  credit: 'Кредит',
  sum: 'Сумма',
} as const
export type StatementField = keyof typeof STATEMENT_FIELDS
const StatementField = z.enum(keysOf(STATEMENT_FIELDS))

/** Column of the sheet, from zero; `field` is `null` when the column is ignored. */
export const StatementColumn = z.strictObject({
  index: z.int().min(0).max(16_383),
  header: textAsItStands(500),
  field: StatementField.nullable(),
})
export type StatementColumn = z.infer<typeof StatementColumn>

export const StatementLayout = z.object({
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** Row number as the spreadsheet counts; `null` when no header was found. */
  header_row: z.int().nullable(),
  columns: z.array(StatementColumn),
})
export type StatementLayout = z.infer<typeof StatementLayout>

/** Layout chosen by a person; `null` fields are detected. */
export const RequestedStatementLayout = z.strictObject({
  sheet: textAsItStands(100).nullable(),
  header_row: z.int().min(1).max(1_048_576).nullable(),
  columns: z.array(StatementColumn).max(300).nullable(),
})
export type RequestedStatementLayout = z.infer<typeof RequestedStatementLayout>

/** Row of the file that is not a document of the period, with the reason why it was skipped. */
export const PassedRow = z.object({ row_number: z.int(), text: z.string(), why: z.string() })
export type PassedRow = z.infer<typeof PassedRow>

export const RECONCILIATION_DIFFERENCE_KINDS = {
  sum: 'Разные суммы',
  date: 'Разные даты',
  ours: 'Только у поставщика',
  theirs: 'Только у покупателя',
} as const
export type ReconciliationDifferenceKind = keyof typeof RECONCILIATION_DIFFERENCE_KINDS
export const ReconciliationDifferenceKind = z.enum(keysOf(RECONCILIATION_DIFFERENCE_KINDS))

/** Outcomes of a closed difference. */
export const DIFFERENCE_OUTCOMES = {
  buyer_corrects: 'Исправит покупатель',
  seller_corrects: 'Исправит поставщик',
  as_is: 'Оставлено как есть',
  agreed: 'Сошлось при новой сверке',
} as const
export type DifferenceOutcome = keyof typeof DIFFERENCE_OUTCOMES

/** Outcomes available to each side; neither side promises on behalf of the other. */
export const OUTCOMES_OF = {
  client: ['buyer_corrects', 'as_is'],
  staff: ['seller_corrects', 'as_is'],
} as const satisfies Record<string, readonly DifferenceOutcome[]>

/** A document of one side. */
export const ReconciledDocument = z.object({
  text: z.string(),
  day: Day,
  /** Change of the contractor's debt; negative when it falls. */
  kop: Kop,
})
export type ReconciledDocument = z.infer<typeof ReconciledDocument>

export const ReconciliationDifference = z.object({
  id: Id,
  kind: ReconciliationDifferenceKind,
  /** `null` when the supplier has no such document. */
  ours: ReconciledDocument.nullable(),
  /** `null` when the contractor has no such document; otherwise with its row in the file. */
  theirs: ReconciledDocument.extend({ row_number: z.int() }).nullable(),
  outcome: z.enum(keysOf(DIFFERENCE_OUTCOMES)).nullable(),
  /** Person and time of closing; `null` when open or resolved automatically. */
  closed_by: z.string().nullable(),
  closed_at: Moment.nullable(),
  messages_count: z.int(),
  /** Side of the last message; the other side owes the answer. */
  last_from_staff: z.boolean().nullable(),
  version: Version,
})
export type ReconciliationDifference = z.infer<typeof ReconciliationDifference>

export const ReconciliationBrief = z.object({
  id: Id,
  contract_id: Id,
  contract: z.string(),
  contractor: z.string(),
  from: Day,
  to: Day,
  file_name: z.string(),
  created_at: Moment,
  by: z.string(),
  /** Documents that match in every field. */
  matched_count: z.int(),
  open_count: z.int(),
  closed_count: z.int(),
  /** Open differences that wait for an answer of staff. */
  waiting_count: z.int(),
})
export type ReconciliationBrief = z.infer<typeof ReconciliationBrief>

export const Reconciliation = ReconciliationBrief.extend({
  layout: StatementLayout,
  /** First rows of the sheet as texts, for correcting the columns. */
  preview: z.array(z.object({ number: z.int(), cells: z.array(z.string()) })),
  /** Rows that are not documents of the period: titles, totals, balances, other days. */
  passed: z.array(PassedRow),
  /** Documents of the file within the period. */
  rows_count: z.int(),
  matched_at: Moment,
  /**
   * Debt of the contractor at both ends, negative for an advance; the contractor's figures are `null` when the file has
   * none.
   */
  opening: z.object({ ours_kop: Kop, theirs_kop: Kop.nullable() }),
  closing: z.object({ ours_kop: Kop, theirs_kop: Kop.nullable() }),
  /** True when the company may correct the columns and delete the reconciliation. */
  may_change: z.boolean(),
})
export type Reconciliation = z.infer<typeof Reconciliation>

export const DifferenceMessages = z.object({
  messages: z.array(z.object({ id: Id, text: z.string(), by: z.string(), from_staff: z.boolean(), at: Moment })),
})
export type DifferenceMessages = z.infer<typeof DifferenceMessages>

const PATH = '/api/v1/reconciliations'
const ONE = `${PATH}/:id`
const DIFFERENCE = '/api/v1/reconciliation-differences/:id'
const Waiting = z.enum(['open', 'closed'])

/**
 * Routes for the current company when its settlements are visible, and for any company to order managers and
 * accountants.
 */
export const reconciliationRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Сверки взаиморасчётов, новые сверху',
    access: 'reconciliations:read',
    query: z.strictObject({ ...pageQuery, contract_id: PathId.optional(), state: Waiting.optional() }),
    reply: listOf(ReconciliationBrief),
  },
  upload: {
    method: 'POST',
    path: PATH,
    summary: 'Сверить взаиморасчёты: свой акт сверки или карточка счёта файлом таблицы, столбцы находятся сами',
    access: 'settlements:read',
    query: z
      .strictObject({ name: requiredText(200), contract_id: PathId, from: Day, to: Day })
      .refine(inOrder, BACKWARDS),
    upload: RECONCILIATION_FILE_BYTES,
    reply: z.object({ id: Id }),
    status: 201,
  },
  get: {
    method: 'GET',
    path: ONE,
    summary: 'Сверка: как прочитан файл, что сошлось, остатки обеих сторон',
    access: 'reconciliations:read',
    ownSums: true,
    params: IdParams,
    reply: Reconciliation,
  },
  differences: {
    method: 'GET',
    path: `${ONE}/differences`,
    summary: 'Расхождения сверки',
    access: 'reconciliations:read',
    ownSums: true,
    params: IdParams,
    query: z.strictObject({ ...pageQuery, state: Waiting.optional() }),
    reply: listOf(ReconciliationDifference),
  },
  setLayout: {
    method: 'PATCH',
    path: `${ONE}/layout`,
    summary: 'Исправить лист, заголовок и столбцы файла: он сверяется заново',
    access: 'settlements:read',
    params: IdParams,
    body: RequestedStatementLayout,
    example: { sheet: null, header_row: null, columns: null },
    reply: Empty,
  },
  match: {
    method: 'POST',
    path: `${ONE}/match`,
    summary: 'Сверить заново с документами поставщика, какими они стали',
    access: 'reconciliations:read',
    params: IdParams,
    reply: Empty,
  },
  remove: {
    method: 'DELETE',
    path: ONE,
    summary: 'Удалить сверку, о которой никто ничего не написал',
    access: 'settlements:read',
    selfOnly: true,
    params: IdParams,
    reply: Empty,
  },
  file: {
    method: 'GET',
    path: `${ONE}/differences.xlsx`,
    summary: 'Расхождения сверки (XLSX)',
    access: 'reconciliations:read',
    ownSums: true,
    params: IdParams,
    reply: FILE,
  },
  messages: {
    method: 'GET',
    path: `${DIFFERENCE}/messages`,
    summary: 'Переписка о расхождении',
    access: 'reconciliations:read',
    params: IdParams,
    reply: DifferenceMessages,
  },
  postMessage: {
    method: 'POST',
    path: `${DIFFERENCE}/messages`,
    summary: 'Написать о расхождении: закрытое открывается снова',
    access: 'reconciliations:read',
    params: IdParams,
    body: z.strictObject({ text: requiredText(2000) }),
    example: { text: 'Любой' },
    reply: Empty,
    status: 201,
    idempotent: true,
  },
  close: {
    method: 'POST',
    path: `${DIFFERENCE}/close`,
    summary: 'Закрыть расхождение: исправим у себя или оставим как есть',
    access: 'reconciliations:read',
    selfOnly: true,
    params: IdParams,
    body: z.strictObject({ version: Version, outcome: z.enum(['buyer_corrects', 'seller_corrects', 'as_is']) }),
    example: { version: 1, outcome: 'as_is' },
    reply: Empty,
  },
})
