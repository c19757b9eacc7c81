import type { Contract } from '@artikul/contract/companies/contracts'
import type { Registration } from '@artikul/contract/companies/registration'
import type { Role } from '@artikul/contract/core/roles'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { recordEvent, type AuditAuthor } from '../../../platform/audit/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { publishEvents, type DomainEvent } from '../../../platform/events/index.ts'
import { carryConsents } from '../own-company/index.ts'
import { moveMembers, selectMemberAddresses } from '../../identity/index.ts'
import { rethrowInnTaken } from './change-contractors.ts'
import { companyNotFound } from './companies-scope.ts'
import { companyAuditObject } from './contractor-audit.ts'
import * as letters from './contractor-emails.ts'
import * as queries from './contractors.queries.ts'
import type { ContractorRecord } from './contractors.queries.ts'
import { addContract } from './change-contracts.ts'

export interface ChangeApprovalDeps {
  mailer: Mailer
  clock: Clock
}

/**
 * Creates a company that waits for approval and can browse without prices. Its ИНН may already be known, which only the
 * manager learns.
 */
export async function createApplication(
  tx: Db,
  { mailer, clock }: ChangeApprovalDeps,
  author: AuditAuthor,
  company: Registration['company'],
): Promise<number> {
  const { id } = await queries.insertContractor(tx, {
    ...company,
    status: 'pending',
    actor_id: author.actorId ?? null,
    subject_id: author.subjectId ?? null,
  })
  await recordEvent(tx, author, { event: 'company.registered', contractorId: id, object: companyAuditObject(company) })
  await publishEvents(tx, [eventOf('company.applied', id, company.name, author)], clock.now())
  await emailManagers(tx, mailer, { id, inn: company.inn, manager_id: null })
  return id
}

const eventOf = (
  kind: 'company.applied' | 'company.approved' | 'company.declined',
  id: number,
  label: string,
  { actorId, subjectId }: AuditAuthor,
): DomainEvent => ({
  kind,
  about: 'company',
  aboutId: id,
  contractorId: id,
  label,
  author: actorId && subjectId ? { actorId, subjectId } : null,
})

/** Notifies the company's own manager, or all of them while it has none. */
async function emailManagers(tx: Db, mailer: Mailer, company: Pick<ContractorRecord, 'id' | 'inn' | 'manager_id'>) {
  const managers = await queries.selectManagers(tx)
  const own = managers.filter((manager) => manager.id === company.manager_id)
  for (const { email } of own.length > 0 ? own : managers)
    await mailer.queue(tx, letters.newApplication(mailer, email, company))
}

async function emailApplicants(
  tx: Db,
  contractorId: number,
  letterTo: (email: string) => letters.CompanyEmail,
  mailer: Mailer,
) {
  for (const { email } of await selectMemberAddresses(tx, contractorId)) await mailer.queue(tx, letterTo(email))
}

async function lockWaiting(tx: Db, id: number, version: number): Promise<ContractorRecord> {
  const company = await queries.lockContractor(tx, id)
  if (!company) throw companyNotFound()
  if (company.status !== 'pending') throw new AppError('contractor.already_decided')
  if (company.version !== version) throw new AppError('stale')
  return company
}

export interface Approval {
  version: number
  price_group_id: number
  manager_id: number
  contract: Contract
}

/**
 * Approves a company: sets its prices, its manager and its first contract.
 * @throws AppError `not_found`, `stale`, `contractor.already_decided`, `contractor.exists`, `contract.exists`,
 * `input.invalid`
 */
export async function approve(
  deps: ChangeApprovalDeps,
  db: Kysely<DB>,
  author: Author,
  id: number,
  approval: Approval,
): Promise<{ version: number }> {
  const { manager_id, price_group_id, contract } = approval
  return db
    .transaction()
    .execute(async (tx) => {
      const company = await lockWaiting(tx, id, approval.version)
      const names = await queries.selectCompanyNames(tx, { users: [manager_id], groups: [price_group_id] })
      const errors = [
        ...(names.users.has(manager_id) ? [] : [{ path: 'manager_id', message: 'Такого менеджера нет' }]),
        ...(names.groups.has(price_group_id) ? [] : [{ path: 'price_group_id', message: 'Такой ценовой группы нет' }]),
      ]
      if (errors.length > 0) throw new AppError('input.invalid', { errors })
      const decided = { status: 'active', decided_at: deps.clock.now(), declined_reason: null }
      const version = await queries.updateContractor(tx, author, id, { ...decided, manager_id, price_group_id })
      await addContract(tx, author, id, contract, 'contract.')
      const changes = [
        { field: 'Менеджер', before: null, after: names.users.get(manager_id) ?? null },
        { field: 'Ценовая группа', before: null, after: names.groups.get(price_group_id) ?? null },
      ]
      await recordEvent(tx, author, {
        event: 'company.approved',
        contractorId: id,
        object: companyAuditObject(company),
        changes,
      })
      await publishEvents(tx, [eventOf('company.approved', id, company.name, author)], decided.decided_at)
      await emailApplicants(tx, id, (email) => letters.approved(deps.mailer, email), deps.mailer)
      return { version }
    })
    .catch(rethrowInnTaken)
}

/** @throws AppError `not_found`, `stale`, `contractor.already_decided` */
export async function decline(
  deps: ChangeApprovalDeps,
  db: Kysely<DB>,
  author: Author,
  id: number,
  { version, reason }: { version: number; reason: string },
): Promise<{ version: number }> {
  return db.transaction().execute(async (tx) => {
    const company = await lockWaiting(tx, id, version)
    const decided = { status: 'declined', declined_reason: reason, decided_at: deps.clock.now() }
    const saved = await queries.updateContractor(tx, author, id, decided)
    await recordEvent(tx, author, {
      event: 'company.declined',
      contractorId: id,
      object: companyAuditObject(company),
      changes: [{ field: 'Причина', before: null, after: reason }],
    })
    await publishEvents(tx, [eventOf('company.declined', id, company.name, author)], decided.decided_at)
    await emailApplicants(tx, id, (email) => letters.declined(deps.mailer, email, { id, reason }), deps.mailer)
    return { version: saved }
  })
}

/**
 * Reopens a declined application.
 * @throws AppError `not_found`, `stale`, `contractor.already_decided`
 */
export async function reapply(
  deps: ChangeApprovalDeps,
  db: Kysely<DB>,
  author: Author,
  id: number,
  input: { version: number },
): Promise<{ version: number }> {
  return db.transaction().execute(async (tx) => {
    const company = await queries.lockContractor(tx, id)
    if (!company) throw companyNotFound()
    if (company.status !== 'declined') throw new AppError('contractor.already_decided')
    if (company.version !== input.version) throw new AppError('stale')
    const version = await queries.updateContractor(tx, author, id, { status: 'pending' })
    await recordEvent(tx, author, { event: 'company.reapplied', contractorId: id, object: companyAuditObject(company) })
    await publishEvents(tx, [eventOf('company.applied', id, company.name, author)], deps.clock.now())
    await emailManagers(tx, deps.mailer, company)
    return { version }
  })
}

/**
 * Joins an application to an existing client: its applicants become people of that company, and only a trace of the
 * application remains.
 * @throws AppError `not_found`, `stale`, `contractor.already_decided`, `contractor.no_people`, `contractor.role_elsewhere`
 */
export async function join(
  deps: ChangeApprovalDeps,
  db: Kysely<DB>,
  author: Author,
  id: number,
  input: { version: number; contractor_id: number; role: Role },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const target = await queries.lockContractor(tx, input.contractor_id)
    const company = await lockWaiting(tx, id, input.version)
    if (target?.status !== 'active') throw companyNotFound()
    const moved = await moveMembers(tx, id, target.id, input.role)
    if (moved.length === 0) throw new AppError('contractor.no_people')
    await carryConsents(tx, id, target.id)
    const reason = `Заявитель присоединён к компании ${target.name}`
    await queries.updateContractor(tx, author, id, {
      status: 'declined',
      declined_reason: reason,
      decided_at: deps.clock.now(),
    })
    for (const subjectId of moved)
      await recordEvent(tx, author, {
        event: 'company.joined',
        subjectId,
        contractorId: target.id,
        object: companyAuditObject(company),
      })
    for (const email of await queries.selectAddresses(tx, moved))
      await deps.mailer.queue(tx, letters.approved(deps.mailer, email))
  })
}
