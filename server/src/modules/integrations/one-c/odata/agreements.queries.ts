import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'

/** Companies of the portal by what an agreement belongs to: the id of the company in 1C or of its partner. */
const partiesOf = (nodeId: number) => sql`
  select external_id as key, target_id as contractor_id from one_c_objects
  where node_id = ${nodeId} and kind = 'company' and target_id is not null
  union
  select content->>'partner', target_id from one_c_objects
  where node_id = ${nodeId} and kind = 'company' and target_id is not null and content->>'partner' <> ''`

/** Matched contracts that have not ended by the day. */
const contractsOf = (nodeId: number, today: string) => sql`
  select distinct contracts.id, contracts.contractor_id, contracts.price_group_id from one_c_objects object
  join contracts on contracts.id = object.target_id
    and (contracts.valid_to is null or contracts.valid_to >= ${today}::date)
  where object.node_id = ${nodeId} and object.kind = 'contract' and object.state <> 'gone'`

/**
 * Settles the agreements of a node as of a day. One is applied when it is in force, no other one in force names another
 * price type for its companies, and the portal has a matched contract and a price column for it: the column is its target.
 */
export async function settleAgreements(
  db: Db,
  { nodeId, today, isTrial }: { nodeId: number; today: string; isTrial: boolean },
): Promise<void> {
  await sql`
    with own as (
      select external_id, belongs_to, content->>'price_type' as price_type, state, reason, target_id,
        (content->>'is_deleted')::boolean as is_deleted, (content->>'is_standard')::boolean as is_standard,
        not (content->>'is_closed')::boolean
          and coalesce(nullif(content->>'valid_from', '')::date <= ${today}::date, true)
          and coalesce(nullif(content->>'valid_to', '')::date >= ${today}::date, true) as is_in_force
      from one_c_objects where node_id = ${nodeId} and kind = 'agreement'
    ), party as (
      select own.external_id, own.price_type, known.contractor_id
      from own join (${partiesOf(nodeId)}) known on known.key = own.belongs_to
      where not own.is_deleted and not own.is_standard and own.is_in_force and own.price_type <> ''
    ), contested as (
      select contractor_id from party group by contractor_id having count(distinct price_type) > 1
    ), fitting as (
      select party.external_id, bool_or(contested.contractor_id is not null) as is_contested,
        bool_or(contract.id is not null) as has_contract
      from party left join contested using (contractor_id)
      left join (${contractsOf(nodeId, today)}) contract using (contractor_id)
      group by party.external_id
    ), judged as (
      select own.external_id, price_groups.id as column_id,
        case when own.is_deleted then array['gone', '']
          when own.is_standard then array['idle', 'Типовое соглашение: колонка выбирается в договоре']
          when not own.is_in_force then array['idle', 'Сегодня не действует']
          when own.price_type = '' then array['idle', 'Вид цен в соглашении не указан']
          when fitting.external_id is null then array['idle', 'Покупатель не сопоставлен']
          when ${isTrial}::boolean then array['waiting', 'Пробный режим: ничего не меняется']
          when fitting.is_contested then array['waiting',
            'У покупателя действуют соглашения с разными видами цен: выберите колонку в договоре']
          when not fitting.has_contract then array['waiting', 'У покупателя нет сопоставленного договора']
          when price_groups.id is null then array['waiting', 'Вид цен не сопоставлен с ценовой колонкой']
          else array['applied', ''] end as verdict
      from own left join fitting using (external_id)
      left join one_c_mappings mapping on mapping.node_id = ${nodeId} and mapping.kind = 'price_type'
        and mapping.external_id = own.price_type
      left join price_groups on price_groups.id::text = mapping.target
    )
    update one_c_objects object set state = verdict[1], reason = verdict[2],
      target_id = case when verdict[1] = 'applied' then column_id end
    from judged where object.node_id = ${nodeId} and object.kind = 'agreement'
      and object.external_id = judged.external_id and (object.state, object.reason, object.target_id)
        is distinct from (verdict[1], verdict[2], case when verdict[1] = 'applied' then column_id end)`.execute(db)
}

interface AgreedColumn {
  contract_id: number
  price_group_id: number
  /** Agreements that name the column. */
  agreement_ids: string[]
}

/** Matched contracts in force whose price column is another than the one of their company's applied agreements. */
export async function selectAgreedColumns(db: Db, nodeId: number, today: string) {
  const { rows } = await sql<AgreedColumn>`
    select contract.id as contract_id, agreement.target_id as price_group_id,
      array_agg(agreement.external_id order by agreement.external_id) as agreement_ids
    from one_c_objects agreement
    join (${partiesOf(nodeId)}) party on party.key = agreement.belongs_to
    join (${contractsOf(nodeId, today)}) contract on contract.contractor_id = party.contractor_id
      and contract.price_group_id is distinct from agreement.target_id
    where agreement.node_id = ${nodeId} and agreement.kind = 'agreement' and agreement.state = 'applied'
    group by contract.id, agreement.target_id order by contract.id`.execute(db)
  return rows
}
