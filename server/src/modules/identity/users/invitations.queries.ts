import type { Membership } from '@artikul/contract/identity/accounts'
import type { Role } from '@artikul/contract/core/roles'
import { sql, type Updateable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { administeredFilter, type AdministeredScope } from './administered-scope.queries.ts'

/** Invitation of a person with an account: the data typed by the admin, and the invited account. */
export interface InvitationRow {
  id: number
  user_id: number
  full_name: string
  email: string
  phone: string | null
  roles: Role[]
  is_active: boolean
  version: number
  sent_at: Date[]
  created_at: Date
}

const isReached = (reach: AdministeredScope) => sql<boolean>`exists (
  select from invitation_companies own
  where own.invitation_id = invitations.id and ${administeredFilter(reach, 'own.contractor_id')})`

/** Presents invitations as rows of the list of people. */
export const invitedPeople = (reach: AdministeredScope) => sql`
  select id, email::text, email::text, full_name, phone, roles, is_active, null::timestamptz, created_at, true
  from invitations where ${isReached(reach)}`

const columns = sql`id, user_id, full_name, email::text, phone, roles, is_active, version, sent_at, created_at`

export async function selectInvitation(
  db: Db,
  reach: AdministeredScope,
  id: number,
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from invitations where id = ${id} and ${isReached(reach)}`.execute(db)
  return rows[0]
}

/** Selects open invitations of the person to any of the companies; without companies, those that name none any more. */
export async function selectInvitationsOf(db: Db, userId: number, companyIds: number[]): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from invitations
    where user_id = ${userId} and case when cardinality(${companyIds}::integer[]) = 0
      then not exists (select from invitation_companies own where own.invitation_id = invitations.id)
      else exists (select from invitation_companies own
        where own.invitation_id = invitations.id and own.contractor_id = any(${companyIds}::integer[])) end
    order by id desc`.execute(db)
  return rows
}

/** Selects every company of the invitation with the person's limits there. */
export async function selectInvitedTo(db: Db, invitationId: number): Promise<Membership[]> {
  const { rows } = await sql<{ membership: Membership }>`
    select membership from invitation_companies
    where invitation_id = ${invitationId} order by contractor_id`.execute(db)
  return rows.map((row) => row.membership)
}

export interface NewInvitation {
  user_id: number
  full_name: string
  email: string
  phone: string | null
  roles: Role[]
}

export const insertInvitation = (db: Db, invitation: NewInvitation) =>
  db.insertInto('invitations').values(invitation).returning('id').executeTakeFirstOrThrow()

/** Updates the invitation and returns the new version. */
export async function updateInvitation(db: Db, id: number, changes: Updateable<DB['invitations']>): Promise<number> {
  const { version } = await db
    .updateTable('invitations')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export const updateSendings = (db: Db, id: number, sentAt: Date[]) =>
  db
    .updateTable('invitations')
    .set({ sent_at: sql`${sentAt.map((moment) => moment.toISOString())}::timestamptz[]` })
    .where('id', '=', id)
    .execute()

/** Replaces the companies of the invitation. */
export async function replaceInvitedTo(db: Db, invitationId: number, memberships: readonly Membership[]) {
  await db.deleteFrom('invitation_companies').where('invitation_id', '=', invitationId).execute()
  if (memberships.length === 0) return
  await db
    .insertInto('invitation_companies')
    .values(
      memberships.map((membership) => ({
        invitation_id: invitationId,
        contractor_id: membership.contractor_id,
        membership: JSON.stringify(membership),
      })),
    )
    .execute()
}

/** Selects the limits and the role of the invitation to the company. */
export async function selectInvitedAs(db: Db, userId: number, contractorId: number) {
  const { rows } = await sql<{ membership: Membership; roles: Role[] }>`
    select own.membership, invitations.roles
    from invitation_companies own join invitations on invitations.id = own.invitation_id
    where invitations.user_id = ${userId} and own.contractor_id = ${contractorId} and invitations.is_active
    order by invitations.id desc limit 1`.execute(db)
  return rows[0]
}

/** Deletes an answered or withdrawn invitation to the company. */
export const deleteInvitedTo = (db: Db, userId: number, contractorId: number) =>
  sql`
    delete from invitation_companies own using invitations
    where invitations.id = own.invitation_id and invitations.user_id = ${userId}
      and own.contractor_id = ${contractorId}`.execute(db)
