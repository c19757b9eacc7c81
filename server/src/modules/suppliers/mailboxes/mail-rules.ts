import { MAX_MAIL_RULES, type MailRule, type MailRuleFields } from '@artikul/contract/suppliers/mailboxes'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { requireWarehouse } from '../price-lists/index.ts'
import { scheduleReread } from './emails.queries.ts'
import { scheduleCheck } from './mailboxes.queries.ts'
import * as queries from './mail-rules.queries.ts'

/** «price@forum.ru, тема «прайс», файл *.xlsx → Форум». */
const ruleText = ({ sender, subject, file_mask: mask, warehouse }: MailRule): string => {
  const conditions = [
    sender,
    ...(subject === '' ? [] : [`тема «${subject}»`]),
    ...(mask === '' ? [] : [`файл ${mask}`]),
  ]
  return `${conditions.join(', ')} → ${warehouse}`
}

interface Change {
  before?: MailRule | undefined
  after?: MailRule | undefined
  place?: number
}

function record(tx: Db, author: Author, { before, after, place }: Change) {
  const afterText = after && `${ruleText(after)}${place === undefined ? '' : `, место ${place}`}`
  const changes = [{ field: 'Правило', before: before ? ruleText(before) : null, after: afterText ?? null }]
  const object = `Почта: ${(after ?? before)?.warehouse ?? ''}`
  return recordEvent(tx, author, { event: 'mail_rule.changed', object, changes })
}

const inTurn = <T>(db: Kysely<DB>, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await queries.lockRules(tx)
    return work(tx)
  })

/** @throws AppError `not_found` */
async function requireRule(tx: Db, id: number): Promise<MailRule> {
  const rule = await queries.selectRule(tx, id)
  if (!rule) throw new AppError('not_found', { detail: 'Правило не найдено' })
  return rule
}

interface NewRule {
  rule: MailRuleFields
  letter_id: number | null
}

/**
 * Adds the rule at the end and schedules the email that it was created for to be read again.
 * @throws AppError `not_found`, `input.invalid`
 */
export const createMailRule = (db: Kysely<DB>, author: Author, clock: Clock, { rule, letter_id: letterId }: NewRule) =>
  inTurn(db, async (tx) => {
    await requireWarehouse(tx, rule.warehouse_id)
    if ((await queries.countMailRules(tx)) >= MAX_MAIL_RULES)
      throw new AppError('input.invalid', { detail: `Правил не больше ${MAX_MAIL_RULES}` })
    const { id } = await queries.insertMailRule(tx, rule)
    const letter = letterId === null ? undefined : await scheduleReread(tx, letterId)
    if (letter) await scheduleCheck(tx, letter.mailbox_id, clock.now())
    await record(tx, author, { after: await requireRule(tx, id) })
    return { id }
  })

/** @throws AppError `not_found` */
export const updateMailRule = (db: Kysely<DB>, author: Author, id: number, rule: MailRuleFields) =>
  inTurn(db, async (tx) => {
    const before = await requireRule(tx, id)
    await requireWarehouse(tx, rule.warehouse_id)
    await queries.updateMailRuleRow(tx, id, rule)
    await record(tx, author, { before, after: await requireRule(tx, id) })
    return {}
  })

/** @throws AppError `not_found` */
export const moveMailRule = (db: Kysely<DB>, author: Author, id: number, before: number | null) =>
  inTurn(db, async (tx) => {
    const rule = await requireRule(tx, id)
    const others = (await queries.selectMailRules(tx)).map((one) => one.id).filter((one) => one !== id)
    const place = before === null ? -1 : others.indexOf(before)
    const order = place < 0 ? [...others, id] : others.toSpliced(place, 0, id)
    await queries.orderMailRules(tx, order)
    await record(tx, author, { before: rule, after: rule, place: order.indexOf(id) + 1 })
    return {}
  })

/** @throws AppError `not_found` */
export const deleteMailRule = (db: Kysely<DB>, author: Author, id: number) =>
  inTurn(db, async (tx) => {
    const before = await requireRule(tx, id)
    await queries.deleteMailRuleRow(tx, id)
    await record(tx, author, { before })
    return {}
  })
