import type { OdataMapping } from '@artikul/contract/integrations/one-c-odata'
import type { ApplyDeps } from '../apply-documents.ts'
import type { Node } from '../sessions.queries.ts'
import { OneCFailed } from './failures.ts'
import { isTrueAt, propertyText, textLiteral, type OdataRow } from './literals.ts'
import { selectOf } from './mapping.ts'
import * as queries from './new-companies.queries.ts'
import { matchCompanies } from './objects.queries.ts'
import type { OdataService } from './service.ts'

interface Sending {
  deps: Pick<ApplyDeps, 'db' | 'clock'>
  node: Node
  service: OdataService
  company: NonNullable<OdataMapping['company']>
  /** Stores rows that were read, so that they are matched. */
  store: (rows: OdataRow[]) => Promise<unknown>
}

type Company = queries.CompanyToSend

const COMPANIES_AT_ONCE = 50
/** Companies of 1C with one ИНН that are looked at: branches have their own КПП. */
const SAME_INN_LIMIT = 100
/** Time after which a sending that was not answered can no longer arrive. */
const ANSWER_LOST_MS = 15 * 60_000
/** Length of `Description` in 1C; a longer one would be cut without a word. */
const NAME_LENGTH = 100
const PERSON_INN_LENGTH = 12

/** Values of 1C for «ЮрФизЛицо» and «ЮридическоеФизическоеЛицо». */
const FIRM = { form: 'ЮрЛицо', kind: 'ЮридическоеЛицо' }
const ENTREPRENEUR = { form: 'ИндивидуальныйПредприниматель', kind: 'ФизическоеЛицо' }

/** Properties that the base has: 1C ignores unknown ones without a word. */
function contentOf(company: Company, fields: Readonly<Record<string, string>>): OdataRow {
  const person = company.inn.length === PERSON_INN_LENGTH ? ENTREPRENEUR : FIRM
  const values = { name: company.full_name, inn: company.inn, kpp: company.kpp ?? '', ...person }
  const named = Object.entries(values).map(([field, value]) => [fields[field] ?? '', value] as const)
  return {
    ...Object.fromEntries(named.filter(([property, value]) => property !== '' && value !== '')),
    Description: company.name.slice(0, NAME_LENGTH),
  }
}

const isSame = (row: OdataRow, company: Company, fields: Readonly<Record<string, string>>) =>
  propertyText(row, fields['inn']) === company.inn &&
  (!fields['kpp'] || propertyText(row, fields['kpp']) === (company.kpp ?? ''))

async function confirm({ deps, node, store }: Sending, { contractor_id: id }: Company, row: OdataRow): Promise<true> {
  await store([row])
  await queries.settleCompany(deps.db, node.id, id, {
    ...{ state: 'done', external_id: propertyText(row, 'Ref_Key'), data_version: propertyText(row, 'DataVersion') },
    confirmed_at: deps.clock.now(),
  })
  return true
}

async function wait({ deps, node }: Sending, { contractor_id: id }: Company, reason: string): Promise<false> {
  await queries.settleCompany(deps.db, node.id, id, { state: 'waiting', reason })
  return false
}

/** Companies of 1C with the ИНН, as they are now. */
async function findSameInn({ service, company: { entity, fields } }: Sending, { inn }: Company): Promise<OdataRow[]> {
  const range = { select: selectOf('company', fields), filter: `${fields['inn']} eq ${textLiteral(inn)}` }
  const rows = await service.readSome(entity, range, SAME_INN_LIMIT)
  // A service that ignores the filter must not pass other companies off as this one.
  return rows.filter((row) => !isTrueAt(row, 'DeletionMark') && propertyText(row, fields['inn']) === inn)
}

/** Creates the company in 1C and reads it back. */
async function create(sending: Sending, company: Company): Promise<boolean> {
  const {
    deps,
    node,
    service,
    company: { entity, fields },
  } = sending
  let made: OdataRow
  try {
    made = await service.create(entity, contentOf(company, fields))
  } catch (error) {
    if (!(error instanceof OneCFailed)) throw error
    if (error.isObjectRefused) return wait(sending, company, error.message)
    // Rights or names are wrong: nothing was written. After other failures the company may exist.
    if (error.kind === 'wrong')
      await queries.settleCompany(deps.db, node.id, company.contractor_id, { state: 'queued' })
    throw error
  }
  const [stored] = await service.readByKeys(entity, [propertyText(made, 'Ref_Key')], {
    select: selectOf('company', fields),
  })
  if (!stored) return wait(sending, company, '1С ответила, что записала покупателя, но его в ней нет')
  if (!isSame(stored, company, fields)) return wait(sending, company, 'В 1С записались другие ИНН или КПП')
  return confirm(sending, company, stored)
}

/**
 * Sends one company, unless 1C has it: also after a lost answer it is looked up first.
 * @returns whether 1C has it now
 */
async function send(sending: Sending, company: Company): Promise<boolean> {
  const {
    deps,
    node,
    store,
    company: { fields },
  } = sending
  const sameInn = await findSameInn(sending, company)
  const same = sameInn.filter((row) => isSame(row, company, fields))
  const [known] = same
  if (known && same.length === 1) return confirm(sending, company, known)
  if (sameInn.length > 0) {
    await store(sameInn)
    const reason = known
      ? 'В 1С заведён несколько раз с этими ИНН и КПП: сопоставьте одного из них'
      : 'В 1С есть этот ИНН с другим КПП: сопоставьте его или заведите в 1С второго'
    return wait(sending, company, reason)
  }
  const now = deps.clock.now()
  const lostBefore = new Date(now.getTime() - ANSWER_LOST_MS)
  if (!(await queries.claimCompany(deps.db, node.id, company.contractor_id, { now, lostBefore }))) return false
  return create(sending, company)
}

/** Gives 1C the companies that were approved on the portal, each once; in the trial they only queue. */
export async function sendCompanies(sending: Sending): Promise<Record<string, number>> {
  const { deps, node } = sending
  await queries.queueNewCompanies(deps.db, node, deps.clock.now())
  if (node.is_trial) return {}
  const companies = await queries.selectCompaniesToSend(deps.db, node.id, COMPANIES_AT_ONCE)
  let count = 0
  for (const company of companies) if (await send(sending, company)) count += 1
  await matchCompanies(deps.db, node.id)
  return { sent_companies: count }
}
