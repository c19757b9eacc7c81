import { GROUP_PAGE_SIZE, type GroupReply } from '@artikul/contract/ordering/search'
import { AppError } from '../../../platform/errors.ts'
import { idsWithin, readShownGroups, selectOffersOfGroups } from '../../catalog/index.ts'
import { toProductChoice, type SearchDeps, type Searcher } from './search.ts'

/**
 * Reads a page of the available products of a group and of its subgroups.
 * @throws AppError `not_found` for a group that does not exist, is hidden or has no products
 */
export async function browseGroup(
  { driver, pricing }: SearchDeps,
  { contractorId, zoneId }: Searcher,
  { id, page }: { id: number; page: number },
): Promise<GroupReply> {
  const [groups, quote] = await Promise.all([readShownGroups(driver), pricing(contractorId)])
  const group = groups.find((one) => one.id === id)
  if (!group) throw new AppError('not_found', { detail: 'Такой группы товаров нет' })
  const rows = await selectOffersOfGroups(driver, idsWithin(groups, id), {
    size: GROUP_PAGE_SIZE + 1,
    offset: (page - 1) * GROUP_PAGE_SIZE,
  })
  // In the order of the pages.
  const ids = [
    ...new Set(
      rows
        .toSorted((a, b) => (a.inventory_group_id ?? 0) - (b.inventory_group_id ?? 0) || a.product_id - b.product_id)
        .map((row) => row.product_id),
    ),
  ]
  const shown = new Set(ids.slice(0, GROUP_PAGE_SIZE))
  const choice = await toProductChoice(
    driver,
    rows.filter((row) => shown.has(row.product_id)),
    quote,
    zoneId,
  )
  return { group: { id, name: group.name }, ...choice, has_more: ids.length > GROUP_PAGE_SIZE }
}
