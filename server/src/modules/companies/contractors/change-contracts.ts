import {
  DEFERMENT_CALENDAR,
  DEFERMENT_FROM,
  type Contract,
  type ContractPatch,
} from '@artikul/contract/companies/contracts'
import { formatMoney } from '@artikul/contract/core/money'
import type { Kysely } from 'kysely'
import { attachmentOf } from '../../../platform/files/attachment.ts'
import { dayText } from '../../../platform/clock.ts'
import { brokenConstraint } from '../../../platform/db/broken-constraint.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import type { Author } from '../../../platform/http/index.ts'
import { changesBetween, recordEvent, type AuditedField } from '../../../platform/audit/index.ts'
import { companyNotFound } from './companies-scope.ts'
import { lockContractor } from './contractors.queries.ts'
import * as queries from './contracts.queries.ts'
import type { ContractRecord } from './contracts.queries.ts'

type Terms = Omit<Contract, 'seller_id'>
type NewContract = Contract & { renews_id?: number }
type GroupNames = ReadonlyMap<number, string>

const contractNotFound = () => new AppError('not_found', { detail: 'Договор не найден' })

const objectOf = (contract: Pick<Terms, 'number' | 'signed_on'>) =>
  `Договор № ${contract.number} от ${dayText(contract.signed_on)}`

/** Names and formats of a contract's terms for the journal. */
const fieldsWith = (groups: GroupNames): readonly AuditedField<Terms>[] => [
  ['Номер', ({ number }) => number],
  ['Дата', (terms) => dayText(terms.signed_on)],
  ['Действует до', (terms) => terms.valid_to && dayText(terms.valid_to)],
  ['Предоплата, %', (terms) => String(terms.prepayment_percent)],
  ['Отсрочка, дн.', (terms) => String(terms.deferment_days)],
  ['Отсрочка считается', (terms) => DEFERMENT_FROM[terms.deferment_from]],
  ['Дни отсрочки', (terms) => DEFERMENT_CALENDAR[terms.deferment_calendar]],
  ['Лимит, ₽', (terms) => formatMoney(terms.limit_kop)],
  ['Ценовая группа', (terms) => groups.get(terms.price_group_id ?? 0) ?? null],
  ['Оператор ЭДО', (terms) => terms.edo_operator || null],
  ['Идентификатор ЭДО', (terms) => terms.edo_id || null],
  ['Примечание в счёте', (terms) => terms.invoice_notice || null],
  ['Спорные суммы блокируют', (terms) => (terms.disputes_block ? 'да' : 'нет')],
  ['Основной', (terms) => (terms.is_default ? 'да' : 'нет')],
]

const pickTerms = (contract: Contract): Contract => ({
  seller_id: contract.seller_id,
  number: contract.number,
  signed_on: contract.signed_on,
  valid_to: contract.valid_to,
  prepayment_percent: contract.prepayment_percent,
  deferment_days: contract.deferment_days,
  deferment_from: contract.deferment_from,
  deferment_calendar: contract.deferment_calendar,
  limit_kop: contract.limit_kop,
  price_group_id: contract.price_group_id,
  edo_operator: contract.edo_operator,
  edo_id: contract.edo_id,
  invoice_notice: contract.invoice_notice,
  disputes_block: contract.disputes_block,
  is_default: contract.is_default,
})

/** The columns' CHECKs allow no other values. */
const termsOf = (contract: ContractRecord) => contract as ContractRecord & Terms

async function readGroups(
  db: Db,
  sellerId: number,
  { prefix, before, after }: { prefix: string; before: number | null; after: number | null | undefined },
): Promise<GroupNames> {
  const { seller, groups } = await queries.selectTermNames(
    db,
    sellerId,
    [before, after].filter((id) => typeof id === 'number'),
  )
  const errors = [
    ...(seller === undefined ? [{ path: `${prefix}seller_id`, message: 'Такого продавца нет' }] : []),
    ...(typeof after === 'number' && !groups.has(after)
      ? [{ path: `${prefix}price_group_id`, message: 'Такой ценовой группы нет' }]
      : []),
  ]
  if (errors.length > 0) throw new AppError('input.invalid', { errors })
  return groups
}

/** Translates a violation of the unique contract number of a seller. */
function rethrowNumberUsed(prefix: string) {
  return (error: unknown): never => {
    if (brokenConstraint(error) !== 'contracts_seller_id_contractor_id_number_key') throw error
    throw new AppError('contract.exists', {
      errors: [{ path: `${prefix}number`, message: 'Договор с таким номером уже есть' }],
    })
  }
}

/**
 * Inserts a contract in the caller's transaction, which has locked the company: a seller has one main contract with it.
 * @param prefix path of the fields in the form, for refusals: `contract.`
 * @throws AppError `input.invalid`, `contract.exists`
 */
export async function addContract(tx: Db, author: Author, contractorId: number, contract: NewContract, prefix = '') {
  const { seller_id: sellerId } = contract
  const groups = await readGroups(tx, contract.seller_id, { prefix, before: null, after: contract.price_group_id })
  if (contract.is_default) await queries.clearMainContract(tx, { sellerId, contractorId })
  const { id } = await queries
    .insertContract(tx, author, { ...contract, contractor_id: contractorId })
    .catch(rethrowNumberUsed(prefix))
  await recordEvent(tx, author, {
    event: 'contract.created',
    contractorId,
    object: objectOf(contract),
    changes: changesBetween(fieldsWith(groups), null, contract),
  })
  return id
}

/** @throws AppError `not_found`, `input.invalid`, `contract.exists` */
export async function createContract(
  db: Kysely<DB>,
  author: Author,
  contractorId: number,
  contract: Contract,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockContractor(tx, contractorId))) throw companyNotFound()
    return addContract(tx, author, contractorId, contract)
  })
}

/**
 * Locks a contract after its company: companies are always locked before their contracts.
 * @throws AppError `not_found`
 */
export async function lockWithCompany(tx: Db, id: number): Promise<ContractRecord> {
  const owner = await queries.selectOwner(tx, id)
  if (owner) await lockContractor(tx, owner.contractor_id)
  const contract = await queries.lockContract(tx, id)
  if (!contract) throw contractNotFound()
  return contract
}

async function lockVersion(tx: Db, id: number, version: number) {
  const contract = await lockWithCompany(tx, id)
  if (contract.version !== version) throw new AppError('stale')
  return termsOf(contract)
}

/**
 * Updates terms in the caller's transaction; the old ones stay in the journal. A changed end date is notified again.
 * @throws AppError `not_found`, `stale`, `input.invalid`, `contract.exists`
 */
export async function changeContractTerms(
  tx: Db,
  author: Author,
  id: number,
  { version, ...sent }: ContractPatch,
): Promise<{ version: number }> {
  const before = await lockVersion(tx, id, version)
  const { seller_id: sellerId, contractor_id: contractorId } = before
  const patch = omitUndefined(sent)
  const after = { ...before, ...patch }
  if (after.valid_to !== null && after.valid_to < after.signed_on)
    throw new AppError('input.invalid', { errors: [{ path: 'valid_to', message: 'Раньше даты договора' }] })
  const ids = { prefix: '', before: before.price_group_id, after: patch.price_group_id }
  const groups = await readGroups(tx, sellerId, ids)
  const changes = changesBetween(fieldsWith(groups), before, after)
  if (changes.length === 0) return { version }
  const isMoved = patch.valid_to !== undefined && patch.valid_to !== before.valid_to
  if (patch.is_default) await queries.clearMainContract(tx, { sellerId, contractorId })
  const saved = await queries
    .updateContract(tx, author, id, { ...patch, ...(isMoved && { end_notified_at: null }) })
    .catch(rethrowNumberUsed(''))
  await recordEvent(tx, author, { event: 'contract.changed', contractorId, object: objectOf(after), changes })
  return { version: saved }
}

/** @throws AppError `not_found`, `stale`, `input.invalid`, `contract.exists` */
export const changeContract = (
  db: Kysely<DB>,
  author: Author,
  id: number,
  patch: ContractPatch,
): Promise<{ version: number }> => db.transaction().execute((tx) => changeContractTerms(tx, author, id, patch))

/**
 * Copies a contract for a new period; the copy of a main contract becomes the main one on its first day.
 * @throws AppError `not_found`, `stale`, `contract.exists`
 */
export async function copyContract(
  db: Kysely<DB>,
  author: Author,
  id: number,
  { version, ...input }: { version: number; number: string; signed_on: string; valid_to: string | null },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const before = await lockVersion(tx, id, version)
    return addContract(tx, author, before.contractor_id, { ...pickTerms(before), ...input, renews_id: id })
  })
}

/**
 * Stores the scan of a contract; its type is detected by its first bytes regardless of the name, and a photo loses its
 * camera metadata.
 * @throws AppError `not_found`, `file.refused`
 */
export async function attachFile(
  db: Kysely<DB>,
  author: Author,
  id: number,
  sent: { name: string; bytes: Buffer },
): Promise<{ version: number }> {
  const file = await attachmentOf(sent)
  return db.transaction().execute(async (tx) => {
    const contract = await queries.lockContract(tx, id)
    if (!contract) throw contractNotFound()
    await queries.saveFile(tx, id, file, author.actorId)
    const version = await queries.updateContract(tx, author, id, {})
    await recordEvent(tx, author, {
      event: 'contract.file_added',
      contractorId: contract.contractor_id,
      object: objectOf(contract),
      changes: [{ field: 'Файл', before: null, after: file.name }],
    })
    return { version }
  })
}
