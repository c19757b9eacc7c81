import type { Db } from '../../../platform/db/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { countUnderFloor, selectUnderFloor } from './under-floor.queries.ts'

/** Lists sales below the lowest price of their day, with the people responsible. */
export async function listUnderFloor(db: Db, query: Parameters<typeof pageOf>[0]) {
  const page = pageOf(query)
  const [rows, total] = await Promise.all([selectUnderFloor(db, page), countUnderFloor(db)])
  return {
    results: rows.map(({ contractor_id: id, contractor: name, at, ...line }) => ({
      ...line,
      at: at.toISOString(),
      contractor: { id, name },
    })),
    pagination: paginationOf(page, total),
  }
}
