import type { ContractorPatch, NewContractor } from '@artikul/contract/companies/contractors'
import { isBackwards } from '@artikul/contract/companies/substitutes'
import { kppProblem, ogrnProblem } from '@artikul/contract/core/identifiers'
import type { Tolerance } from '@artikul/contract/companies/tolerance'
import type { Kysely } from 'kysely'
import { brokenConstraint } from '../../../platform/db/broken-constraint.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import { writtenBy, type Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { companyNotFound } from './companies-scope.ts'
import {
  accountChanges,
  companyChanges,
  companyAuditObject,
  periodChanges,
  toleranceChanges,
  type CompanyChange,
} from './contractor-audit.ts'
import * as queries from './contractors.queries.ts'
import type { CompaniesScope, ContractorRecord } from './contractors.queries.ts'

const IDENTITY = ['inn', 'kpp', 'ogrn', 'okpo', 'name', 'full_name'] as const
const MANAGED = [
  'manager_id',
  'substitute_id',
  'substitute_from',
  'substitute_to',
  'price_group_id',
  'stopped_reason',
] as const

type Identity = { inn: string; kpp: string | null; ogrn: string | null }

const NUMBERS = ['inn', 'kpp', 'ogrn'] as const

function requireWhole(company: Identity) {
  const [kpp, ogrn] = [kppProblem(company), ogrnProblem(company)]
  const errors = [...(kpp ? [{ path: 'kpp', message: kpp }] : []), ...(ogrn ? [{ path: 'ogrn', message: ogrn }] : [])]
  if (errors.length > 0) throw new AppError('input.invalid', { errors })
}

/** Requires that a client changes identifying fields only before approval, and never fields decided by staff. */
function requireMayChange(scope: CompaniesScope, before: ContractorRecord, patch: ContractorPatch) {
  if (scope === 'any') return
  if (MANAGED.some((field) => patch[field] !== undefined)) throw new AppError('auth.forbidden')
  const isOther = IDENTITY.some((field) => patch[field] !== undefined && patch[field] !== before[field])
  if (before.status === 'active' && isOther) throw new AppError('contractor.identity')
}

/** Translates a violation of the uniqueness of ИНН and КПП among active companies. */
export function rethrowInnTaken(error: unknown): never {
  if (brokenConstraint(error) === 'contractors_inn_kpp')
    throw new AppError('contractor.exists', {
      errors: [{ path: 'inn', message: 'Компания с этими ИНН и КПП уже есть' }],
    })
  throw error
}

/**
 * Validates the deputy, who must not be the manager, and the period, which requires a deputy and never ends before it begins.
 * A deputy who becomes the manager is the deputy no more.
 * @throws AppError `input.invalid`
 */
function withDeputy(before: ContractorRecord, sent: ContractorPatch): ContractorPatch {
  const becomesManager = sent.substitute_id === undefined && sent.manager_id === before.substitute_id
  const patch = becomesManager ? { ...sent, substitute_id: null } : sent
  if (patch.substitute_id === null) return { ...patch, substitute_from: null, substitute_to: null }
  const after = { ...before, ...omitUndefined(patch) }
  const { substitute_from, substitute_to } = after
  const message = isBackwards({ substitute_from, substitute_to })
    ? 'Последний день раньше первого'
    : after.substitute_id === null && (substitute_from !== null || substitute_to !== null)
      ? 'Сначала выберите заместителя'
      : null
  if (patch.substitute_id && patch.substitute_id === after.manager_id)
    throw new AppError('input.invalid', {
      errors: [{ path: 'substitute_id', message: 'Менеджер не может замещать себя' }],
    })
  if (message === null) return patch
  const path = patch.substitute_to === undefined ? 'substitute_from' : 'substitute_to'
  throw new AppError('input.invalid', { errors: [{ path, message }] })
}

interface Named {
  users: Map<number, string>
  groups: Map<number, string>
}

async function readNames(db: Db, before: ContractorRecord, patch: ContractorPatch): Promise<Named> {
  const given = (ids: (number | null | undefined)[]) => ids.filter((id) => typeof id === 'number')
  const names = await queries.selectCompanyNames(db, {
    users: given([patch.manager_id, patch.substitute_id, before.manager_id, before.substitute_id]),
    groups: given([patch.price_group_id, before.price_group_id]),
  })
  const errors = [
    ...(['manager_id', 'substitute_id'] as const).flatMap((path) =>
      patch[path] && !names.users.has(patch[path]) ? [{ path, message: 'Такого менеджера нет' }] : [],
    ),
    ...(patch.price_group_id && !names.groups.has(patch.price_group_id)
      ? [{ path: 'price_group_id', message: 'Такой ценовой группы нет' }]
      : []),
  ]
  if (errors.length > 0) throw new AppError('input.invalid', { errors })
  return names
}

function managedChanges(before: ContractorRecord, patch: ContractorPatch, { users, groups }: Named): CompanyChange[] {
  const fields = [
    ['manager_id', 'Менеджер', users],
    ['substitute_id', 'Заместитель менеджера', users],
    ['price_group_id', 'Ценовая группа', groups],
  ] as const
  const named = fields.flatMap(([key, field, names]) => {
    const [was, becomes] = [before[key], patch[key]]
    if (becomes === undefined || becomes === was) return []
    const name = (id: number | null) => (id === null ? null : (names.get(id) ?? null))
    return [{ field, before: name(was), after: name(becomes) }]
  })
  return [...named, ...periodChanges(before, patch)]
}

async function recordStop(tx: Db, author: Author, before: ContractorRecord, reason: string | null | undefined) {
  if (reason === undefined || reason === before.stopped_reason) return
  await recordEvent(tx, author, {
    event: reason === null ? 'company.released' : 'company.stopped',
    contractorId: before.id,
    object: companyAuditObject(before),
    changes: [{ field: 'Стоп-лист', before: before.stopped_reason, after: reason }],
  })
}

const columnsOf = (tolerance: Tolerance | undefined) =>
  tolerance && {
    tolerance_hundredths: tolerance.rise_share,
    tolerance_kop: tolerance.rise_kop,
    tolerance_days: tolerance.delay_days,
  }

async function recordTolerance(tx: Db, author: Author, before: ContractorRecord, changes: CompanyChange[]) {
  if (changes.length === 0) return
  await recordEvent(tx, author, {
    event: 'company.tolerance_changed',
    contractorId: before.id,
    object: companyAuditObject(before),
    changes,
  })
}

/**
 * Updates a company within the rights of the caller.
 * @throws AppError `not_found`, `stale`, `auth.forbidden`, `contractor.identity`, `contractor.exists`, `input.invalid`
 */
export async function changeContractor(
  db: Kysely<DB>,
  { scope, author }: { scope: CompaniesScope; author: Author },
  id: number,
  sent: ContractorPatch,
): Promise<{ version: number }> {
  return db
    .transaction()
    .execute(async (tx) => {
      const before = await queries.lockContractor(tx, id)
      if (!before) throw companyNotFound()
      requireMayChange(scope, before, sent)
      if (before.version !== sent.version) throw new AppError('stale')
      const patch = withDeputy(before, sent)
      const { version, accounts, tolerance, ...rest } = patch
      const fields = omitUndefined(rest)
      // Missing requisites of an old company are required only from a change of its identity, not from one that stops
      // it.
      if (NUMBERS.some((field) => fields[field] !== undefined && fields[field] !== before[field]))
        requireWhole({ ...before, ...fields })
      const names = await readNames(tx, before, patch)
      const had = accounts ? await queries.selectBankAccounts(tx, id) : []
      const changes = [
        ...companyChanges(before, fields),
        ...managedChanges(before, patch, names),
        ...(accounts ? accountChanges(had, accounts) : []),
      ]
      const isStopOther = patch.stopped_reason !== undefined && patch.stopped_reason !== before.stopped_reason
      const limits = tolerance ? toleranceChanges(queries.toleranceOf(before), tolerance) : []
      if (changes.length === 0 && limits.length === 0 && !isStopOther) return { version }
      if (accounts) await queries.replaceAccounts(tx, id, accounts)
      const saved = await queries.updateContractor(tx, author, id, { ...fields, ...columnsOf(tolerance) })
      const object = companyAuditObject({ ...before, ...fields })
      if (changes.length > 0)
        await recordEvent(tx, author, { event: 'company.changed', contractorId: id, object, changes })
      await recordTolerance(tx, author, before, limits)
      await recordStop(tx, author, before, patch.stopped_reason)
      return { version: saved }
    })
    .catch(rethrowInnTaken)
}

/**
 * Creates a company as a manager: active immediately, without users until the first invitation.
 * @throws AppError `contractor.exists`, `input.invalid`
 */
export async function createContractor(db: Kysely<DB>, author: Author, company: NewContractor): Promise<number> {
  return db
    .transaction()
    .execute(async (tx) => {
      const names = await queries.selectCompanyNames(tx, {
        users: company.manager_id === null ? [] : [company.manager_id],
        groups: [company.price_group_id],
      })
      if (!names.groups.has(company.price_group_id))
        throw new AppError('input.invalid', {
          errors: [{ path: 'price_group_id', message: 'Такой ценовой группы нет' }],
        })
      if (company.manager_id !== null && !names.users.has(company.manager_id))
        throw new AppError('input.invalid', { errors: [{ path: 'manager_id', message: 'Такого менеджера нет' }] })
      const { id } = await queries.insertContractor(tx, {
        ...company,
        status: 'active',
        ...writtenBy(author),
      })
      await recordEvent(tx, author, { event: 'company.created', contractorId: id, object: companyAuditObject(company) })
      return id
    })
    .catch(rethrowInnTaken)
}
