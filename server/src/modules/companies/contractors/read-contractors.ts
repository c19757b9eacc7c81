import { ContractorStatus } from '@artikul/contract/companies/contractor-status'
import type { ContractorDetails } from '@artikul/contract/companies/contractors'
import type { ContractorItem, ContractorsQuery } from '@artikul/contract/companies/contractor-list'
import { Phone } from '@artikul/contract/core/fields'
import type { Db } from '../../../platform/db/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { companyNotFound } from './companies-scope.ts'
import * as queries from './contractors.queries.ts'
import type { CompaniesScope, ContractorRow } from './contractors.queries.ts'

const personOf = (id: number | null, name: string | null) => (id === null ? null : { id, full_name: name ?? '' })

function present(
  row: Omit<ContractorRow, 'users_count'> & { users_count: number },
  scope: CompaniesScope,
): ContractorItem {
  const isStaff = scope === 'any'
  return {
    id: row.id,
    name: row.name,
    inn: row.inn,
    kpp: row.kpp,
    address: row.address,
    phone: row.phone,
    status: ContractorStatus.parse(row.status),
    stopped_reason: row.stopped_reason,
    manager: personOf(row.manager_id, row.manager_name),
    price_group: isStaff ? row.price_group : null,
    users_count: isStaff ? row.users_count : null,
    created_at: row.created_at.toISOString(),
  }
}

/** An invalid number matches nothing, because telephone exchanges may send any text. */
const phoneOf = (typed: string): string => Phone.safeParse(typed).data ?? 'не телефон'

export async function listContractors(db: Db, scope: CompaniesScope, query: ContractorsQuery) {
  const page = pageOf(query)
  const { phone, ...filter } = query
  const normalizedFilter = phone ? { ...filter, phone: phoneOf(phone) } : filter
  const { rows, total } = await queries.selectContractors(db, scope, normalizedFilter, page)
  return { results: rows.map((row) => present(row, scope)), pagination: paginationOf(page, total) }
}

/** @throws AppError `not_found` */
export async function readContractor(db: Db, scope: CompaniesScope, id: number): Promise<ContractorDetails> {
  const row = await queries.selectDetails(db, scope, id)
  if (!row) throw companyNotFound()
  const isStaff = scope === 'any'
  const [accounts, sameInn] = await Promise.all([
    queries.selectBankAccounts(db, id),
    isStaff ? queries.selectSameInn(db, row.inn, id) : [],
  ])
  return {
    ...present(row, scope),
    full_name: row.full_name,
    ogrn: row.ogrn,
    okpo: row.okpo,
    actual_address: row.actual_address,
    director_title: row.director_title,
    director: row.director,
    email: row.email,
    declined_reason: row.declined_reason,
    decided_at: row.decided_at?.toISOString() ?? null,
    deputy: personOf(row.substitute_id, row.deputy_name),
    substitute_from: row.substitute_from,
    substitute_to: row.substitute_to,
    price_group_id: isStaff ? row.price_group_id : null,
    accounts,
    tolerance: queries.toleranceOf(row),
    same_inn: sameInn,
    version: row.version,
    can: {
      edit_identity: isStaff || row.status !== 'active',
      edit_contacts: true,
      manage: isStaff,
      reapply: !isStaff && row.status === 'declined',
    },
  }
}

export async function readOptions(db: Db) {
  const [managers, price_groups, sellers] = await Promise.all([
    queries.selectManagers(db),
    queries.selectCompanyPriceGroups(db),
    queries.selectContractSellers(db),
  ])
  return { managers: managers.map(({ id, full_name }) => ({ id, full_name })), price_groups, sellers }
}
