import type { ConsigneeFields, ListedConsignee } from '@artikul/contract/companies/consignees'
import type { Db } from '../../../platform/db/index.ts'
import { FIELD_NAMES, fieldText, pointChanges } from './consignee-fields.ts'
import { selectAlike } from './consignees.queries.ts'
import { fieldsOf } from './read-consignees.ts'
import { parsePoint, readPointRows, type PointRow } from './points-file.ts'

interface KnownPoint {
  id: number
  version: number
  isArchived: boolean
  fields: ConsigneeFields
}

const codeOf = (code: string | null) => code?.toLowerCase() ?? ''
const placeOf = (name: string, address: string) => `${name}\n${address}`.toLowerCase()
const spaced = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Returns the fields that the row leaves unchanged: the column is missing, or the cell equals the export. */
const untouched = (row: PointRow, point: KnownPoint): Partial<ConsigneeFields> =>
  Object.fromEntries(
    FIELD_NAMES.filter(
      (name) => !row.has(name) || spaced(row.text(name)) === spaced(fieldText(name, point.fields)),
    ).map((name) => [name, point.fields[name]]),
  )
const isSame = (row: PointRow, point: KnownPoint) => Object.keys(untouched(row, point)).length === FIELD_NAMES.length

/** Matches rows to known points: first by code, then by name and address; each point at most once. */
function matchRows(rows: readonly PointRow[], points: readonly KnownPoint[]): Map<PointRow, KnownPoint> {
  const byCode = Map.groupBy(points, ({ fields }) => codeOf(fields.code))
  const byPlace = Map.groupBy(points, ({ fields }) => placeOf(fields.name, fields.address))
  const coded = (row: PointRow) => (row.text('code') ? (byCode.get(codeOf(row.text('code'))) ?? []) : [])
  const placed = (row: PointRow) => byPlace.get(placeOf(row.text('name'), row.text('address'))) ?? []
  const matches = new Map<PointRow, KnownPoint>()
  const usedPoints = new Set<KnownPoint>()
  const match = (alike: (row: PointRow) => KnownPoint[], isMeant: (row: PointRow, point: KnownPoint) => boolean) => {
    for (const row of rows) {
      if (matches.has(row)) continue
      const point = alike(row).find((one) => !usedPoints.has(one) && isMeant(row, one))
      if (!point) continue
      matches.set(row, point)
      usedPoints.add(point)
    }
  }
  match(coded, (_, point) => !point.isArchived)
  match(placed, (row, point) => !point.isArchived && isSame(row, point))
  match(placed, (_, point) => !point.isArchived)
  match(placed, (row, point) => point.isArchived && codeOf(row.text('code')) === codeOf(point.fields.code))
  return matches
}

function listedPoint(row: PointRow, point: KnownPoint | undefined): ListedConsignee {
  const listed = { row: row.number, name: row.text('name'), address: row.text('address') }
  const nothing = { ...listed, known: null, fields: null, error: null }
  if (point?.isArchived) return { ...nothing, error: 'Точка в архиве: верните её из архива' }
  const known = point && { id: point.id, version: point.version }
  if (known && isSame(row, point)) return { ...nothing, known: { ...known, changes: [] } }
  const parsed = parsePoint(row, point && untouched(row, point))
  if ('error' in parsed) return { ...nothing, error: parsed.error }
  const { fields } = parsed
  if (!known) return { ...nothing, fields }
  const changes = pointChanges(point.fields, fields)
  return { ...nothing, known: { ...known, changes }, fields: changes.length > 0 ? fields : null }
}

/** Marks a repeated code as a mistake. */
function markDoubles(rows: readonly PointRow[], points: readonly ListedConsignee[]): ListedConsignee[] {
  const seen = new Map<string, number>()
  return points.map((point, index) => {
    const code = codeOf(point.error === null ? (rows[index]?.text('code') ?? '') : '')
    const first = seen.get(code)
    if (code === '' || first === undefined) {
      seen.set(code, point.row)
      return point
    }
    return { ...point, known: null, fields: null, error: `Тот же код, что в строке ${first}` }
  })
}

/**
 * Compares the delivery points of a file with those of the company and lists additions and changes without applying
 * them.
 * @throws AppError `file.refused` with a readable reason
 */
export async function readPointsList(db: Db, contractorId: number, path: string): Promise<ListedConsignee[]> {
  const rows = await readPointRows(path)
  const texts = (field: 'code' | 'name') => [...new Set(rows.map((row) => row.text(field)).filter(Boolean))]
  const alike = await selectAlike(db, contractorId, texts('code'), texts('name'))
  const points = alike.map((row) => ({
    id: row.id,
    version: row.version,
    isArchived: row.archived_at !== null,
    fields: fieldsOf(row),
  }))
  const matches = matchRows(rows, points)
  return markDoubles(
    rows,
    rows.map((row) => listedPoint(row, matches.get(row))),
  )
}
