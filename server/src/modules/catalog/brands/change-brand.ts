import type { AuditItem } from '@artikul/contract/platform/audit'
import { brandKey } from '@artikul/contract/catalog/brand'
import type { BrandPatch } from '@artikul/contract/catalog/brands'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { lockBrand, replaceSpellings, selectOwners, selectSpellings, updateBrand } from './brands.queries.ts'
import { brandNotFound } from './read-brands.ts'

type Spellings = ReadonlyMap<string, string>
type Stored = NonNullable<Awaited<ReturnType<typeof lockBrand>>>

const byKey = (spellings: readonly string[]): Spellings =>
  new Map(spellings.map((spelling) => [brandKey(spelling), spelling]))

/** Calculates the spellings besides the name: the previous name becomes a spelling. */
function spellingsAfter(stored: Stored, had: Spellings, { name, spellings }: Partial<BrandPatch>): Spellings {
  const result = new Map(spellings ? byKey(spellings) : had)
  const key = brandKey(name ?? stored.name)
  if (name !== undefined && key !== stored.key && !result.has(stored.key)) result.set(stored.key, stored.name)
  result.delete(name === undefined ? stored.key : key)
  return result
}

/** Names the brand of each conflicting spelling next to the field. */
async function rethrowSpellingUsed(tx: Db, id: number, key: string, after: Spellings, sent: readonly string[]) {
  const owners = await selectOwners(tx, [key, ...after.keys()], id)
  if (owners.length === 0) return
  const errors = owners.map(({ key: usedKey, name }) => {
    const at = sent.findIndex((spelling) => brandKey(spelling) === usedKey)
    return { path: at >= 0 ? `spellings.${at}` : 'name', message: `Это написание бренда «${name}»` }
  })
  throw new AppError('brand.spelling_taken', { errors })
}

const yesNo = (value: boolean) => (value ? 'да' : 'нет')
const listed = (spellings: Spellings) => [...spellings.values()].sort().join(', ') || null

function changesBetween(stored: Stored, had: Spellings, after: Spellings, patch: Partial<BrandPatch>) {
  const changes: AuditItem['changes'] = [
    { field: 'Название', before: stored.name, after: patch.name ?? stored.name },
    { field: 'Оригинал', before: yesNo(stored.is_original), after: yesNo(patch.is_original ?? stored.is_original) },
    { field: 'Семейство', before: stored.family || null, after: (patch.family ?? stored.family) || null },
    { field: 'Написания', before: listed(had), after: listed(after) },
    {
      field: 'Проверен',
      before: yesNo(stored.verified_at !== null),
      after: yesNo(stored.verified_at !== null || patch.is_verified === true),
    },
  ]
  return changes.filter(({ before, after: now }) => before !== now)
}

/** @throws AppError `not_found`, `stale`, `brand.spelling_taken` */
export async function changeBrand(
  db: Kysely<DB>,
  author: Author,
  id: number,
  { version, ...sent }: BrandPatch,
  clock: Clock,
): Promise<{ version: number }> {
  return db.transaction().execute(async (tx) => {
    const stored = await lockBrand(tx, id)
    if (!stored) throw brandNotFound()
    if (stored.version !== version) throw new AppError('stale')
    const patch = omitUndefined(sent)
    const had = new Map((await selectSpellings(tx, id)).map(({ key, spelling }) => [key, spelling]))
    const after = spellingsAfter(stored, had, patch)
    const key = patch.name === undefined ? stored.key : brandKey(patch.name)
    await rethrowSpellingUsed(tx, id, key, after, patch.spellings ?? [])
    const changes = changesBetween(stored, had, after, patch)
    if (changes.length === 0) return { version }
    await replaceSpellings(tx, id, after)
    const saved = await updateBrand(tx, id, {
      key,
      name: patch.name ?? stored.name,
      is_original: patch.is_original ?? stored.is_original,
      family: patch.family ?? stored.family,
      // A change also marks the brand as verified.
      verified_at: stored.verified_at ?? clock.now(),
    })
    await recordEvent(tx, author, { event: 'brand.changed', object: patch.name ?? stored.name, changes })
    return { version: saved }
  })
}
