import type { OdataState, OdataStored } from '@artikul/contract/integrations/one-c-odata'
import { sql, type RawBuilder } from 'kysely'
import { json, type Db } from '../../../../platform/db/index.ts'
import { literal } from '../../../../platform/like.ts'
import type { Page } from '../../../../platform/paging.ts'
import type { ReadObject } from './read-objects.ts'

/** Stored versions of the objects, by id. */
export async function selectObjectVersions(db: Db, nodeId: number, kind: OdataStored, ids: readonly string[]) {
  const rows = await db
    .selectFrom('one_c_objects')
    .select(['external_id', 'data_version'])
    .where('node_id', '=', nodeId)
    .where('kind', '=', kind)
    .where('external_id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.external_id, row.data_version]))
}

/**
 * Stores objects in their last version; a known version changes nothing, and neither does what an earlier session read.
 * Only another content is applied again.
 * @returns the number of changed objects
 */
export async function storeObjects(
  db: Db,
  { nodeId, sessionId }: { nodeId: number; sessionId: number },
  objects: readonly ReadObject[],
): Promise<number> {
  const rows = objects.map(({ kind, external_id, data_version, belongs_to, name, content }) => {
    return { kind, external_id, data_version, belongs_to, name, content }
  })
  const { numAffectedRows = 0n } = await sql`
    insert into one_c_objects as own (node_id, kind, external_id, data_version, belongs_to, name, content, session_id)
    select ${nodeId}, kind, external_id, data_version, belongs_to, name, content, ${sessionId}
    from jsonb_to_recordset(${json(rows)}) as given (kind text, external_id text, data_version text, belongs_to text,
      name text, content jsonb)
    on conflict (node_id, kind, external_id) do update set data_version = excluded.data_version,
      belongs_to = excluded.belongs_to, name = excluded.name, content = excluded.content, session_id = excluded.session_id,
      state = case when (own.content, own.belongs_to) is distinct from (excluded.content, excluded.belongs_to)
        then 'new' else own.state end
    where own.data_version <> excluded.data_version and own.session_id <= excluded.session_id`.execute(db)
  return Number(numAffectedRows)
}

/** Marks objects as deleted that 1C no longer has, or that no longer concern the portal. */
export async function markDeleted(
  db: Db,
  { nodeId, sessionId }: { nodeId: number; sessionId: number },
  kind: OdataStored,
  ids: readonly string[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update one_c_objects set content = content || '{"is_deleted": true}', data_version = 'deleted', state = 'new',
      session_id = ${sessionId}
    where node_id = ${nodeId} and kind = ${kind} and external_id = any(${ids}::text[]) and data_version <> 'deleted'
      and session_id <= ${sessionId}`.execute(db)
  return Number(numAffectedRows)
}

/** Forgets the versions of a node: its objects are read anew, with other names of properties. */
export const forgetVersions = (db: Db, nodeId: number) =>
  db.updateTable('one_c_objects').set({ data_version: '' }).where('node_id', '=', nodeId).execute()

/**
 * Matches the companies of 1C to active companies of the portal: by id, then by ИНН and КПП where exactly one fits on
 * either side. Contracts of a company whose match has changed are looked at again.
 */
export async function matchCompanies(db: Db, nodeId: number): Promise<void> {
  await sql`
    with own as (
      select external_id, belongs_to as inn, content->>'kpp' as kpp, (content->>'is_deleted')::boolean as is_deleted,
        state, reason, target_id, is_matched_by_hand
      from one_c_objects where node_id = ${nodeId} and kind = 'company'
    ), twins as (
      select inn, kpp, count(*) as count from own where not is_deleted and inn <> '' group by inn, kpp
    ), found as (
      select own.*, named.id as named_id, named.count as named_count, fitting.id as fitting_id, twins.count as twins,
        (select count(*) from contractors where contractors.inn = own.inn and contractors.status = 'active') as same_inn
      from own left join twins on twins.inn = own.inn and twins.kpp = own.kpp
      left join lateral (
        select min(id) as id, count(*) as count from contractors
        where contractors.external_id = own.external_id and contractors.status = 'active'
      ) named on named.count = 1
      left join contractors fitting on fitting.status = 'active' and fitting.inn = own.inn
        and coalesce(fitting.kpp, '') = own.kpp and twins.count = 1
    ), judged as (
      select external_id,
        case when is_deleted then null when is_matched_by_hand then target_id else coalesce(named_id, fitting_id) end
          as target_id,
        case when is_deleted then 'gone'
          when is_matched_by_hand then case when target_id is null then 'idle' else 'applied' end
          when coalesce(named_id, fitting_id) is not null then 'applied'
          when same_inn > 0 then 'waiting' else 'idle' end as state,
        case when is_deleted then ''
          when is_matched_by_hand then case when target_id is null then 'Снято вручную' else '' end
          when coalesce(named_id, fitting_id) is not null then ''
          when same_inn = 0 then 'На портале нет покупателя с этим ИНН'
          when twins > 1 then 'В 1С заведён дважды с этими ИНН и КПП'
          else 'На портале этот ИНН с другим КПП' end as reason
      from found
    ), changed as (
      update one_c_objects object set target_id = judged.target_id, state = judged.state, reason = judged.reason
      from judged join own using (external_id)
      where object.node_id = ${nodeId} and object.kind = 'company' and object.external_id = judged.external_id
        and (judged.target_id, judged.state, judged.reason) is distinct from (own.target_id, own.state, own.reason)
      returning object.external_id, own.target_id is distinct from judged.target_id as is_moved
    )
    update one_c_objects object set state = 'new', reason = '',
      target_id = case when is_matched_by_hand then target_id end
    from changed where object.node_id = ${nodeId} and object.kind = 'contract'
      and object.belongs_to = changed.external_id and changed.is_moved`.execute(db)
}

export interface ObjectRow<T> {
  kind: OdataStored
  external_id: string
  belongs_to: string
  name: string
  content: T
  state: 'new' | OdataState
  target_id: number | null
  is_matched_by_hand: boolean
}

/** Objects of a kind that are new or wait, by id; waiting ones may have got what they lacked. */
export async function selectUnsettled<T>(
  db: Db,
  nodeId: number,
  kind: OdataStored,
  { after, limit }: { after: string; limit: number },
) {
  const rows = await db
    .selectFrom('one_c_objects')
    .select(['kind', 'external_id', 'belongs_to', 'name', 'content', 'state', 'target_id', 'is_matched_by_hand'])
    .where('node_id', '=', nodeId)
    .where('kind', '=', kind)
    .where('state', 'in', ['new', 'waiting'])
    .where('external_id', '>', after)
    .orderBy('external_id')
    .limit(limit)
    .execute()
  return rows as unknown as ObjectRow<T>[]
}

export const lockObject = async <T>(tx: Db, nodeId: number, kind: OdataStored, externalId: string) =>
  (await tx
    .selectFrom('one_c_objects')
    .select(['kind', 'external_id', 'belongs_to', 'name', 'content', 'state', 'target_id', 'is_matched_by_hand'])
    .where('node_id', '=', nodeId)
    .where('kind', '=', kind)
    .where('external_id', '=', externalId)
    .forUpdate()
    .executeTakeFirst()) as unknown as ObjectRow<T> | undefined

export interface SettledObject {
  state: 'new' | OdataState
  reason: string
  target_id?: number | null
  is_matched_by_hand?: boolean
}

export const settleObject = (
  db: Db,
  nodeId: number,
  { kind, external_id: id }: Pick<ObjectRow<unknown>, 'kind' | 'external_id'>,
  settled: SettledObject,
) =>
  db
    .updateTable('one_c_objects')
    .set(settled)
    .where('node_id', '=', nodeId)
    .where('kind', '=', kind)
    .where('external_id', '=', id)
    .execute()

/** Company of the portal that a company of 1C is; null when it is not matched. */
export const selectCompanyTarget = async (db: Db, nodeId: number, externalId: string) =>
  (
    await db
      .selectFrom('one_c_objects')
      .select('target_id')
      .where('node_id', '=', nodeId)
      .where('kind', '=', 'company')
      .where('external_id', '=', externalId)
      .executeTakeFirst()
  )?.target_id ?? null

/** Contracts of the portal that other contracts of the node are. */
export async function selectTakenContracts(db: Db, nodeId: number, contractIds: readonly number[], exceptId: string) {
  const rows = await db
    .selectFrom('one_c_objects')
    .select('target_id')
    .where('node_id', '=', nodeId)
    .where('kind', '=', 'contract')
    .where('target_id', '=', sql<number>`any(${contractIds}::integer[])`)
    .where('external_id', '<>', exceptId)
    .execute()
  return new Set(rows.map((row) => row.target_id))
}

/** Contracts of the portal by the ids of 1C. */
export async function selectContractTargets(db: Db, nodeId: number) {
  const rows = await db
    .selectFrom('one_c_objects')
    .select(['external_id', 'target_id'])
    .where('node_id', '=', nodeId)
    .where('kind', '=', 'contract')
    .where('target_id', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.external_id, row.target_id]))
}

/** Documents of 1C that are known as shipments, of the ids. */
export async function selectKnownShipments(db: Db, nodeId: number, ids: readonly string[]) {
  const rows = await db
    .selectFrom('one_c_documents')
    .select('external_id')
    .where('node_id', '=', nodeId)
    .where('kind', '=', 'shipment')
    .where('external_id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Set(rows.map((row) => row.external_id))
}

export interface ShipmentOfInvoice {
  external_id: string
  shipment_id: number
  contract_id: number
}

/**
 * Shipments of the portal that УПД or corrections are based on: by the document that 1C has sent, else by the seller's
 * number and day. Only objects whose shipment is another one than before, and those that are new or wait.
 */
export async function selectInvoicedShipments(
  db: Db,
  { nodeId, sellerId, kind }: { nodeId: number; sellerId: number; kind: 'upd' | 'correction' },
) {
  const { rows } = await sql<ShipmentOfInvoice>`
    select object.external_id, shipments.id as shipment_id, shipments.contract_id
    from one_c_objects object
    left join one_c_documents document on document.node_id = object.node_id and document.kind = 'shipment'
      and document.external_id = object.belongs_to and document.state = 'applied'
    join shipments on shipments.cancelled_at is null and case when document.target_id is not null
      then shipments.id = document.target_id
      else shipments.seller_id = ${sellerId} and shipments.number = object.content->>'basis_number'
        and shipments.shipped_on = nullif(object.content->>'basis_day', '')::date end
    where object.node_id = ${nodeId} and object.kind = ${kind} and object.state <> 'gone'
      and (object.state in ('new', 'waiting') or ${kind} = 'upd' and object.target_id is distinct from shipments.id
        or ${kind} = 'correction' and object.target_id is null)
    order by object.content->>'day', object.external_id`.execute(db)
  return rows
}

/** УПД and corrections that 1C has withdrawn and that are still something on the portal. */
export const selectWithdrawn = (db: Db, nodeId: number) =>
  db
    .selectFrom('one_c_objects')
    .select(['kind', 'external_id'])
    .where('node_id', '=', nodeId)
    .where('kind', 'in', ['upd', 'correction'])
    .where('state', 'in', ['new', 'waiting'])
    .where('target_id', 'is not', null)
    .where(sql<boolean>`(content->>'is_deleted')::boolean`)
    .$narrowType<{ kind: 'upd' | 'correction' }>()
    .execute()

/** Number of the УКД of a correction; null while 1C has not issued one. */
export const selectCorrectionNumber = async (db: Db, nodeId: number, correctionId: string) =>
  (
    await sql<{ number: string }>`
      select content->>'number' as number from one_c_objects
      where node_id = ${nodeId} and kind = 'upd' and belongs_to = ${correctionId}
        and not (content->>'is_deleted')::boolean
      order by content->>'day' desc, external_id limit 1`.execute(db)
  ).rows[0]?.number ?? null

/** Gives new numbers of УКД to their corrections, which are applied again. */
export async function giveCorrectionNumbers(db: Db, nodeId: number): Promise<void> {
  await sql`
    with numbered as (
      update one_c_objects object set state = 'applied', reason = 'Номер корректировки'
      from one_c_objects correction
      where object.node_id = ${nodeId} and object.kind = 'upd' and object.state in ('new', 'idle')
        and correction.node_id = ${nodeId} and correction.kind = 'correction'
        and correction.external_id = object.belongs_to
      returning correction.external_id
    )
    update one_c_objects set state = 'new' from numbered
    where node_id = ${nodeId} and kind = 'correction' and one_c_objects.external_id = numbered.external_id`.execute(db)
}

/** Settles new УПД and corrections whose shipment the portal does not know: most sales of 1C are none of the portal's. */
export const settleForeignSales = (db: Db, nodeId: number) =>
  db
    .updateTable('one_c_objects')
    .set({ state: 'idle', reason: 'Отгрузки нет на портале' })
    .where('node_id', '=', nodeId)
    .where('kind', 'in', ['upd', 'correction'])
    .where('state', '=', 'new')
    .where('target_id', 'is', null)
    .execute()

interface ListRow extends ObjectRow<Record<string, unknown>> {
  reason: string
  company: string | null
  /** Name of the price type of an agreement; null when 1C has not sent the type with goods. */
  price_type: string | null
  target: { id: number; name: string } | null
  proposals: { id: number; name: string }[]
  total: number
}

interface ListFilter {
  kind: OdataStored
  q?: string | undefined
  state?: OdataState | undefined
}

/** Objects of a node with what they are on the portal, and up to five proposals for those that wait. */
export async function selectObjects(db: Db, nodeId: number, { kind, q, state }: ListFilter, { size, offset }: Page) {
  const all: RawBuilder<unknown>[] = [sql`object.node_id = ${nodeId} and object.kind = ${kind}`]
  if (state) all.push(state === 'waiting' ? sql`object.state in ('new', 'waiting')` : sql`object.state = ${state}`)
  if (q) all.push(sql`(object.name ilike ${`%${literal(q)}%`} or object.belongs_to like ${`${literal(q)}%`})`)
  const where = sql.join(all, sql` and `)
  const { rows } = await sql<ListRow>`
    select object.kind, object.external_id, object.belongs_to, object.name, object.content, object.state, object.reason,
      object.target_id, object.is_matched_by_hand, company.name as company,
      (select name from one_c_mappings where node_id = object.node_id and kind = 'price_type'
        and external_id = object.content->>'price_type') as price_type,
      (select count(*) from one_c_objects object where ${where}) as total,
      case object.kind
        when 'company' then (select jsonb_build_object('id', id, 'name', name) from contractors where id = object.target_id)
        when 'contract' then (select jsonb_build_object('id', id, 'name', number) from contracts where id = object.target_id)
        when 'agreement' then (select jsonb_build_object('id', id, 'name', name) from price_groups where id = object.target_id)
        when 'upd' then (select jsonb_build_object('id', id, 'name', number) from shipments where id = object.target_id)
      end as target,
      case when object.target_id is not null then '[]'::jsonb else (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name)), '[]'::jsonb) from (
          select id, name || coalesce(', КПП ' || kpp, '') as name from contractors
          where object.kind = 'company' and inn = object.belongs_to and status = 'active'
          union all
          select contracts.id, contracts.number || ' от ' || to_char(signed_on, 'DD.MM.YYYY') from contracts
          join one_c_nodes node on node.seller_id = contracts.seller_id and node.id = object.node_id
          where object.kind = 'contract' and contracts.contractor_id = company.target_id
          limit 5
        ) proposed
      ) end as proposals
    from (
      select * from one_c_objects object where ${where} order by object.name, object.external_id limit ${size} offset ${offset}
    ) object
    left join lateral (
      select string_agg(company.name, ', ' order by company.name) as name, min(company.target_id) as target_id
      from one_c_objects company where object.kind in ('contract', 'agreement') and company.node_id = object.node_id
        and company.kind = 'company' and (company.external_id = object.belongs_to
          or object.kind = 'agreement' and company.content->>'partner' = object.belongs_to)
    ) company on true
    order by object.name, object.external_id`.execute(db)
  return rows
}

/** Objects that wait for a person, by kind. */
export async function countWaitingObjects(db: Db, nodeId: number): Promise<Partial<Record<OdataStored, number>>> {
  const rows = await db
    .selectFrom('one_c_objects')
    .select(['kind', ({ fn }) => fn.countAll<number>().as('count')])
    .where('node_id', '=', nodeId)
    .where('state', '=', 'waiting')
    .groupBy('kind')
    .execute()
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

/** Checks that a company may be the target of a match. */
export const isActiveCompany = async (db: Db, id: number) =>
  (await db
    .selectFrom('contractors')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()) !== undefined

/** Looks at the contracts of a company again: its match has changed. */
export const reopenContracts = (db: Db, nodeId: number, companyId: string) =>
  db
    .updateTable('one_c_objects')
    .set({ state: 'new', reason: '', target_id: sql`case when is_matched_by_hand then target_id end` })
    .where('node_id', '=', nodeId)
    .where('kind', '=', 'contract')
    .where('belongs_to', '=', companyId)
    .execute()

/** Checks that a contract belongs to the node's seller and to the company that 1C's company is. */
export async function isContractOf(
  db: Db,
  { id: nodeId, seller_id: sellerId }: { id: number; seller_id: number },
  companyId: string,
  contractId: number,
): Promise<boolean> {
  const contractorId = await selectCompanyTarget(db, nodeId, companyId)
  const contract = await db
    .selectFrom('contracts')
    .select('contractor_id')
    .where('id', '=', contractId)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst()
  return contract !== undefined && contract.contractor_id === contractorId
}
