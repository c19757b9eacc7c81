import { ACCOUNTING_MODES, TAX_REGIMES, type Seller, type SellerFields } from '@artikul/contract/companies/sellers'
import type { Kysely } from 'kysely'
import { changesBetween, recordEvent, type AuditedField } from '../../../platform/audit/index.ts'
import { brokenConstraint } from '../../../platform/db/broken-constraint.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { accountChanges } from '../contractors/contractor-audit.ts'
import * as queries from './sellers.queries.ts'

type Fields = Omit<SellerFields, 'accounts'>
interface AuditedSeller extends Omit<Fields, 'tax_regime' | 'accounting_mode'> {
  tax_regime: string
  accounting_mode: string
}

const SELLER: readonly AuditedField<AuditedSeller>[] = [
  ['Название', ({ name }) => name],
  ['Полное название', ({ full_name: name }) => name],
  ['ИНН', ({ inn }) => inn],
  ['КПП', ({ kpp }) => kpp ?? ''],
  ['ОГРН', ({ ogrn }) => ogrn],
  ['Юридический адрес', ({ address }) => address],
  ['Телефон', ({ phone }) => phone],
  ['Налоговый режим', ({ tax_regime: regime }) => TAX_REGIMES[regime as keyof typeof TAX_REGIMES]],
  ['Должность руководителя', ({ director_title: title }) => title],
  ['Руководитель', ({ director }) => director],
  ['Главный бухгалтер', ({ accountant }) => accountant],
  ['Префикс номеров счетов', ({ invoice_prefix: prefix }) => prefix],
  ['Текст в счёте', ({ invoice_notice: notice }) => notice],
  ['Учёт ведётся', ({ accounting_mode: mode }) => ACCOUNTING_MODES[mode as keyof typeof ACCOUNTING_MODES]],
]

export const auditObject = ({ name, inn }: { name: string; inn: string }) => `${name}, ИНН ${inn}`

function rethrowInnTaken(error: unknown): never {
  if (brokenConstraint(error) !== 'sellers_inn_key') throw error
  throw new AppError('seller.exists', { errors: [{ path: 'inn', message: 'Компания с этим ИНН уже есть' }] })
}

export const listSellers = async (db: Db): Promise<Seller[]> =>
  (await queries.selectSellers(db)).map(({ closed_at, ...row }) => ({
    ...row,
    closed_at: closed_at?.toISOString() ?? null,
  }))

/** @throws AppError `seller.exists` */
export const createSeller = (db: Kysely<DB>, author: Author, { accounts, ...fields }: SellerFields): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { id } = await queries.insertSeller(tx, fields).catch(rethrowInnTaken)
    await queries.replaceSellerAccounts(tx, id, accounts)
    await recordEvent(tx, author, {
      event: 'seller.created',
      object: auditObject(fields),
      changes: [...changesBetween(SELLER, null, fields), ...accountChanges([], accounts)],
    })
    return id
  })

async function lockVersion(tx: Db, id: number, version: number) {
  const seller = await queries.lockSeller(tx, id)
  if (!seller) throw new AppError('not_found', { detail: 'Компания не найдена' })
  if (seller.version !== version) throw new AppError('stale')
  return seller
}

/** @throws AppError `not_found`, `stale`, `seller.exists` */
export const changeSeller = (
  db: Kysely<DB>,
  author: Author,
  id: number,
  { version, accounts, ...fields }: SellerFields & { version: number },
): Promise<{ version: number }> =>
  db.transaction().execute(async (tx) => {
    const before = await lockVersion(tx, id, version)
    const had = await queries.selectSellerAccounts(tx, id)
    const changes = [...changesBetween(SELLER, before, fields), ...accountChanges(had, accounts)]
    if (changes.length === 0) return { version }
    await queries.replaceSellerAccounts(tx, id, accounts)
    const saved = await queries.updateSeller(tx, id, fields).catch(rethrowInnTaken)
    await recordEvent(tx, author, { event: 'seller.changed', object: auditObject(fields), changes })
    return { version: saved }
  })

/**
 * Closes the company (`closedAt`), or reopens it (null). A company whose goods are on sale is not closed: buyers would
 * order what nobody sells.
 * @throws AppError `not_found`, `stale`, `seller.in_use`
 */
export const closeSeller = (
  db: Kysely<DB>,
  author: Author,
  { id, version, closedAt }: { id: number; version: number; closedAt: Date | null },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const seller = await lockVersion(tx, id, version)
    if ((seller.closed_at === null) === (closedAt === null)) return
    if (closedAt !== null && (await queries.hasGoodsOnSale(tx, id)))
      throw new AppError('seller.in_use', {
        detail: 'На складах компании есть предложения: сначала обнулите их прайс-листы',
      })
    await queries.updateSeller(tx, id, { closed_at: closedAt })
    const event = closedAt === null ? 'seller.reopened' : 'seller.closed'
    await recordEvent(tx, author, { event, object: auditObject(seller) })
  })
