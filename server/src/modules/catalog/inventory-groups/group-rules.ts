import { MAX_RULES, type RuleFields } from '@artikul/contract/catalog/inventory-groups'
import type { Kysely, Transaction } from 'kysely'
import { brokenConstraint } from '../../../platform/db/broken-constraint.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { scheduleRegrouping } from './grouping.queries.ts'
import { lockInventoryGroup } from './groups.queries.ts'
import { groupNotFound } from './groups.ts'
import * as queries from './group-rules.queries.ts'

const ruleNotFound = () => new AppError('not_found', { detail: 'Правило не найдено' })

interface AuditedRule {
  brand: string | null
  article_mask: string
  words: string
}

/** «BOSCH, артикул 0986*, слова «фильтр масляный»». */
const ruleText = ({ brand, article_mask: mask, words }: AuditedRule): string =>
  [
    ...(brand === null ? [] : [brand]),
    ...(mask === '' ? [] : [`артикул ${mask}`]),
    ...(words === '' ? [] : [`слова «${words}»`]),
  ].join(', ')

function orBrandNotFound(error: unknown): never {
  if (brokenConstraint(error) !== 'inventory_group_rules_brand_id_fkey') throw error
  throw new AppError('input.invalid', { errors: [{ path: 'rule.brand_id', message: 'Бренд не найден' }] })
}

/** Records the change of a rule in the journal. */
async function record(
  tx: Db,
  author: Author,
  group: string,
  before: AuditedRule | undefined,
  after: AuditedRule | undefined,
) {
  const [was, is] = [before && ruleText(before), after && ruleText(after)]
  const changes = [{ field: 'Правило', before: was ?? null, after: is ?? null }]
  await recordEvent(tx, author, { event: 'inventory_group.changed', object: `Группа «${group}»`, changes })
}

/** Runs changes of rules one after another; each is followed by regrouping. */
const inTurn = <T>(db: Kysely<DB>, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await scheduleRegrouping(tx)
    return work(tx)
  })

/** @throws AppError `not_found`, `input.invalid` */
export const createGroupRule = (
  db: Kysely<DB>,
  author: Author,
  { group_id: groupId, rule }: { group_id: number; rule: RuleFields },
): Promise<number> =>
  inTurn(db, async (tx) => {
    const group = await lockInventoryGroup(tx, groupId)
    if (!group) throw groupNotFound()
    if ((await queries.countGroupRules(tx)) >= MAX_RULES)
      throw new AppError('input.invalid', { detail: `Правил не больше ${MAX_RULES.toLocaleString('ru-RU')}` })
    const { id } = await queries.insertGroupRule(tx, groupId, rule).catch(orBrandNotFound)
    await record(tx, author, group.name, undefined, await queries.lockRule(tx, id))
    return id
  })

/** @throws AppError `not_found`, `input.invalid` */
export const updateGroupRule = (db: Kysely<DB>, author: Author, id: number, rule: RuleFields): Promise<void> =>
  inTurn(db, async (tx) => {
    const before = await queries.lockRule(tx, id)
    if (!before) throw ruleNotFound()
    await queries.updateGroupRuleRow(tx, id, rule).catch(orBrandNotFound)
    await record(tx, author, before.group, before, await queries.lockRule(tx, id))
  })

/** @throws AppError `not_found` */
export const moveGroupRule = (db: Kysely<DB>, author: Author, id: number, before: number | null): Promise<void> =>
  inTurn(db, async (tx) => {
    const rule = await queries.lockRule(tx, id)
    if (!rule) throw ruleNotFound()
    const others = (await queries.selectGroupRuleOrder(tx)).filter((one) => one !== id)
    const place = before === null ? -1 : others.indexOf(before)
    const order = place < 0 ? [...others, id] : others.toSpliced(place, 0, id)
    await queries.orderGroupRules(tx, order)
    const moved = { ...rule, words: `${rule.words}, место ${order.indexOf(id) + 1}` }
    await record(tx, author, rule.group, rule, moved)
  })

/** @throws AppError `not_found` */
export const deleteGroupRule = (db: Kysely<DB>, author: Author, id: number): Promise<void> =>
  inTurn(db, async (tx) => {
    const rule = await queries.lockRule(tx, id)
    if (!rule) throw ruleNotFound()
    await queries.deleteGroupRuleRow(tx, id)
    await record(tx, author, rule.group, rule, undefined)
  })

/** Previews the products that match a rule, regardless of preceding rules. */
export async function previewRule(db: Db, rule: RuleFields) {
  const [count, rows] = await Promise.all([queries.countCaught(db, rule), queries.selectCaught(db, rule)])
  return { count, results: rows.map(({ group, ...product }) => ({ product, group })) }
}
