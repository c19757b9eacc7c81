import { dayText, moscowDate } from '../../../../platform/clock.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Db } from '../../../../platform/db/index.ts'
import { createEntry, undoEntry } from '../../../billing/index.ts'
import { acceptContract, acceptPriceColumn, acceptTerms, selectContractsWith } from '../../../companies/index.ts'
import { setUpdNumber, withdrawUpdNumber } from '../../../fulfilment/index.ts'
import type { ApplyDeps } from '../apply-documents.ts'
import type { Node } from '../sessions.queries.ts'
import { authorOfNode, Waits, waitReason } from '../waits.ts'
import { selectAgreedColumns, settleAgreements } from './agreements.queries.ts'
import * as queries from './objects.queries.ts'
import type { ContractContent, CorrectionContent, InvoiceContent } from './read-objects.ts'

type SettledObject = queries.SettledObject
type Contract = queries.ObjectRow<ContractContent>

const TRIAL = 'Пробный режим: ничего не меняется'
const AT_ONCE = 500
/** Directions that need matched contracts. */
const CONTRACT_DIRECTIONS = ['contracts', 'agreements', 'debts'] as const

interface Work {
  tx: Db
  deps: ApplyDeps
  node: Node
}

const sameNumber = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

const termsOf = (content: ContractContent) => ({
  validTo: content.valid_to === '' || content.valid_to < content.day ? null : content.valid_to,
  limitKop: content.limit_kop,
  prepaymentPercent: content.prepayment_percent,
  defermentDays: content.deferment_days,
})

/**
 * Finds the contract of the portal with the number and day of 1C's; undefined when a new one may be created.
 * @throws Waits when a person has to choose
 */
async function findContract({ tx, node }: Work, row: Contract, contractorId: number): Promise<number | undefined> {
  const { number, day } = row.content
  const known = await selectContractsWith(tx, { sellerId: node.seller_id, contractorId })
  const ids = known.map(({ id }) => id)
  const taken = await queries.selectTakenContracts(tx, node.id, ids, row.external_id)
  const free = known.filter(({ id }) => !taken.has(id))
  const named = free.filter((contract) => sameNumber(contract.number, number))
  const exact = named.find((contract) => contract.signed_on === day)
  if (exact) return exact.id
  const [other] = named
  if (other) throw new Waits(`На портале договор № ${other.number} от другого дня: ${dayText(other.signed_on)}`)
  if (free.length > 0)
    throw new Waits('На портале есть другие договоры этого покупателя: выберите один или создайте новый')
  return undefined
}

/** Contract of 1C: takes its terms over, or creates it on the portal. */
async function applyContract(work: Work, row: Contract, isNewAllowed = false): Promise<SettledObject> {
  const { tx, deps, node } = work
  const { content, target_id: targetId } = row
  const today = moscowDate(deps.clock.now())
  const terms = termsOf(content)
  const isTermsWanted = node.directions.includes('contracts')
  const takeOver = async (contractId: number) => {
    const endedBy = content.is_closed || content.is_deleted ? today : null
    if (isTermsWanted) await acceptTerms(tx, authorOfNode(node), contractId, terms, endedBy)
  }
  if (targetId !== null) {
    await takeOver(targetId)
    return { state: content.is_deleted ? 'gone' : 'applied', reason: '' }
  }
  if (content.is_deleted) return { state: 'gone', reason: '' }
  if (row.is_matched_by_hand && !isNewAllowed) return { state: 'idle', reason: 'Снято вручную' }
  const contractorId = await queries.selectCompanyTarget(tx, node.id, row.belongs_to)
  if (contractorId === null) return { state: 'idle', reason: 'Покупатель не сопоставлен' }
  const found = isNewAllowed ? undefined : await findContract(work, row, contractorId)
  if (found !== undefined) {
    await takeOver(found)
    return { state: 'applied', reason: '', target_id: found }
  }
  if (content.is_closed || (terms.validTo !== null && terms.validTo < today))
    return { state: 'idle', reason: 'В 1С не действует' }
  if (!isTermsWanted) throw new Waits('На портале нет этого договора, а договоры из 1С не передаются: создайте его')
  if (content.number === '') throw new Waits('У договора в 1С нет номера')
  if (content.day === '') throw new Waits('У договора в 1С нет даты')
  const given = { ...terms, sellerId: node.seller_id, contractorId, number: content.number, signedOn: content.day }
  const made = await acceptContract(tx, authorOfNode(node), given)
  return { state: 'applied', reason: '', target_id: made }
}

/**
 * Creates a contract by the wish of a person, or takes the terms of a matched one over.
 * @throws AppError, Waits with the reason why not
 */
export const applyContractByHand = (work: Work, row: Contract): Promise<SettledObject> => applyContract(work, row, true)

/** Settles an object in one transaction; what the modules refuse waits with its reason, and nothing of it is written. */
async function settle<T>(
  deps: ApplyDeps,
  node: Node,
  { kind, external_id: id }: Pick<queries.ObjectRow<unknown>, 'kind' | 'external_id'>,
  apply: (work: Work, row: queries.ObjectRow<T>) => Promise<SettledObject>,
): Promise<void> {
  const { db } = deps
  const wait = (reason: string) =>
    queries.settleObject(db, node.id, { kind, external_id: id }, { state: 'waiting', reason })
  if (node.is_trial) {
    await wait(TRIAL)
    return
  }
  try {
    await db.transaction().execute(async (tx) => {
      const row = await queries.lockObject<T>(tx, node.id, kind, id)
      if (row) await queries.settleObject(tx, node.id, row, await apply({ tx, deps, node }, row))
    })
  } catch (error) {
    const reason = waitReason(error)
    if (reason === null) throw error
    await wait(reason)
  }
}

async function applyContracts(deps: ApplyDeps, node: Node): Promise<void> {
  for (let after = ''; ;) {
    const rows = await queries.selectUnsettled<ContractContent>(deps.db, node.id, 'contract', { after, limit: AT_ONCE })
    for (const row of rows) await settle<ContractContent>(deps, node, row, applyContract)
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = last.external_id
  }
}

/** Gives contracts the price columns of the agreements; an agreement whose contract is refused waits with the reason. */
async function applyAgreements({ db, clock }: ApplyDeps, node: Node): Promise<void> {
  const today = moscowDate(clock.now())
  await settleAgreements(db, { nodeId: node.id, today, isTrial: node.is_trial })
  if (node.is_trial) return
  for (const agreed of await selectAgreedColumns(db, node.id, today)) {
    const { contract_id: contractId, price_group_id: columnId, agreement_ids: ids } = agreed
    try {
      await db.transaction().execute((tx) => acceptPriceColumn(tx, authorOfNode(node), contractId, columnId))
    } catch (error) {
      const reason = waitReason(error)
      if (reason === null) throw error
      for (const id of ids)
        await queries.settleObject(
          db,
          node.id,
          { kind: 'agreement', external_id: id },
          { state: 'waiting', reason, target_id: null },
        )
    }
  }
}

/** УПД of 1C: gives its number to the shipment. */
async function applyInvoice(
  { tx }: Work,
  { content, target_id: targetId }: queries.ObjectRow<InvoiceContent>,
  shipmentId: number | null,
): Promise<SettledObject> {
  if (content.is_deleted || shipmentId === null) {
    if (targetId !== null) await withdrawUpdNumber(tx, targetId, content.number)
    return { state: 'gone', reason: 'В 1С удалён или не проведён', target_id: null }
  }
  await setUpdNumber(tx, shipmentId, content.number)
  return { state: 'applied', reason: '', target_id: shipmentId }
}

/** Cancels the entry of a correction, unless a person has done so. */
async function undoCorrection({ tx, deps, node }: Work, entryId: number): Promise<void> {
  try {
    await undoEntry(tx, authorOfNode(node), entryId, 'Документ изменён в 1С', deps.clock.now())
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ledger_entry.cancelled')) throw error
  }
}

/** Correction of 1C: changes the debt of the shipment's contract under the number of the УКД; replaces its earlier state. */
async function applyCorrection(
  work: Work,
  row: queries.ObjectRow<CorrectionContent>,
  contractId: number | null,
): Promise<SettledObject> {
  const { tx, deps, node } = work
  const { is_deleted: isDeleted, sum_kop: kop, ...content } = row.content
  if (row.target_id !== null) await undoCorrection(work, row.target_id)
  if (isDeleted || contractId === null)
    return { state: 'gone', reason: 'В 1С удалена или не проведена', target_id: null }
  if (kop === null) throw new Waits('Изменение суммы в 1С не указано')
  if (kop === 0) return { state: 'idle', reason: 'Сумма не изменилась', target_id: null }
  const number = (await queries.selectCorrectionNumber(tx, node.id, row.external_id)) ?? content.number
  const { id } = await createEntry(
    tx,
    authorOfNode(node),
    {
      contract_id: contractId,
      kind: 'offset',
      number,
      day: content.day,
      side: kop > 0 ? 'debit' : 'credit',
      sum_kop: Math.abs(kop),
      due_on: null,
      note: `Корректировка отгрузки № ${content.number} по данным 1С`,
    },
    deps.clock.now(),
  )
  return { state: 'applied', reason: '', target_id: id }
}

async function applyInvoices(deps: ApplyDeps, node: Node): Promise<void> {
  const { db } = deps
  const place = { nodeId: node.id, sellerId: node.seller_id }
  await queries.giveCorrectionNumbers(db, node.id)
  // Their shipments may be cancelled.
  for (const { kind, external_id } of await queries.selectWithdrawn(db, node.id))
    if (kind === 'upd')
      await settle<InvoiceContent>(deps, node, { kind, external_id }, (work, row) => applyInvoice(work, row, null))
    else
      await settle<CorrectionContent>(deps, node, { kind, external_id }, (work, row) =>
        applyCorrection(work, row, null),
      )
  for (const { external_id, contract_id: contractId } of await queries.selectInvoicedShipments(db, {
    ...place,
    kind: 'correction',
  }))
    await settle<CorrectionContent>(deps, node, { kind: 'correction', external_id }, (work, row) =>
      applyCorrection(work, row, contractId),
    )
  for (const { external_id, shipment_id: shipmentId } of await queries.selectInvoicedShipments(db, {
    ...place,
    kind: 'upd',
  }))
    await settle<InvoiceContent>(deps, node, { kind: 'upd', external_id }, (work, row) =>
      applyInvoice(work, row, shipmentId),
    )
  await queries.settleForeignSales(db, node.id)
}

/**
 * Matches companies and applies contracts, agreements, УПД and corrections through the commands of the modules. For
 * agreements or debts alone contracts are matched, and their terms stay. In the trial only companies are matched.
 */
export async function applyObjects(deps: ApplyDeps, node: Node): Promise<void> {
  await queries.matchCompanies(deps.db, node.id)
  if (CONTRACT_DIRECTIONS.some((one) => node.directions.includes(one))) await applyContracts(deps, node)
  if (node.directions.includes('agreements')) await applyAgreements(deps, node)
  if (node.directions.includes('upd')) await applyInvoices(deps, node)
}

/** @throws AppError `not_found` */
export const objectNotFound = () => new AppError('not_found', { detail: 'Такого объекта 1С на портале нет' })
