import { inventoryGroupRoutes } from '@artikul/contract/catalog/inventory-groups'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import type { KeyPrefix } from '../../../lib/api/key-prefix.ts'

/** Address parameters of the page of groups. */
export interface GroupsSearch extends PageSearch {
  group_id?: number | undefined
}

const POLL_MS = 2000
const REFUSAL_MS = 8000

/** Polls while products are being assigned to groups. */
export const treeQuery = query(
  inventoryGroupRoutes.tree,
  {},
  { refetchInterval: ({ state }) => (state.data?.work.is_running ? POLL_MS : false) },
)

export const GROUP_KEYS: readonly KeyPrefix[] = ['inventory-groups', 'inventory-group-rules']

/** Settings of a change whose refusal no form displays: «Группа не перенесена». */
export const groupsChange = (refused: string) => ({
  invalidates: GROUP_KEYS,
  onError: toastRefusal(refused, REFUSAL_MS),
})
