import {
  inventoryGroupRoutes as routes,
  type GroupFields,
  type InventoryGroup,
  type RuleFields,
} from '@artikul/contract/catalog/inventory-groups'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'
import { toast } from '../../../ui/hints/toast.ts'

/** Address parameters of the page of groups. */
export interface GroupsSearch {
  group_id?: number | undefined
  page?: number | undefined
  page_size?: PageSize | undefined
}

const WORKING_MS = 2000
const REFUSAL_MS = 8000

export const treeQuery = queryOptions({
  queryKey: ['inventory-groups', 'tree'],
  queryFn: ({ signal }) => call(routes.tree, { signal }),
  refetchInterval: ({ state }) => (state.data?.work.is_running ? WORKING_MS : false),
})

export const rulesQuery = queryOptions({
  queryKey: ['inventory-groups', 'rules'],
  queryFn: async ({ signal }) => (await call(routes.rules, { signal })).results,
})

/** @param asOf when products were last assigned to groups: an older result is outdated */
export const productsQuery = (
  id: number,
  { page = 1, page_size = savedPageSize() }: GroupsSearch,
  asOf: string | null,
) =>
  queryOptions({
    queryKey: ['inventory-groups', 'products', id, page, page_size, asOf],
    queryFn: ({ signal }) =>
      call(routes.products, {
        params: paramsOf(id),
        query: { page: String(page), page_size: `${page_size}` },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const groupPreviewQuery = (rule: RuleFields | null) =>
  queryOptions({
    queryKey: ['inventory-groups', 'preview', rule],
    queryFn: ({ signal }) =>
      call(routes.preview, { body: { rule: rule ?? { brand_id: null, article_mask: '', words: '' } }, signal }),
    enabled: rule !== null,
    placeholderData: keepPreviousData,
  })

const paramsOf = (id: number) => ({ id: String(id) })

export const saveInventoryGroup = (known: InventoryGroup | null, fields: GroupFields): Promise<unknown> =>
  known
    ? call(routes.update, { params: paramsOf(known.id), body: { version: known.version, ...fields } })
    : call(routes.create, { body: fields })

export const moveGroup = ({ id, ...body }: { id: number; parent_id: number | null; before: number | null }) =>
  call(routes.move, { params: paramsOf(id), body })

export const deleteInventoryGroup = (id: number) => call(routes.remove, { params: paramsOf(id) })

export const addProduct = ({ id, product_id }: { id: number; product_id: number }) =>
  call(routes.addProduct, { params: paramsOf(id), body: { product_id } })

export const releaseProduct = ({ id, product_id }: { id: number; product_id: number }) =>
  call(routes.releaseProduct, { params: { id: String(id), product_id: String(product_id) } })

/** Creates a rule of the group, or updates an existing one. */
export const saveRule = (groupId: number, id: number | null, rule: RuleFields): Promise<unknown> =>
  id === null
    ? call(routes.createRule, { body: { group_id: groupId, rule } })
    : call(routes.updateRule, { params: paramsOf(id), body: { rule } })

export const moveRule = ({ id, before }: { id: number; before: number | null }) =>
  call(routes.moveRule, { params: paramsOf(id), body: { before } })

export const removeRule = (id: number) => call(routes.removeRule, { params: paramsOf(id) })

/**
 * Refetches all group queries after the change, whether it succeeded or failed.
 * @param refused title of the toast for an error that no form displays: «Группа не перенесена»
 */
export function useGroupsChange<T, R>(change: (input: T) => Promise<R>, refused?: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onError: (refusal) => {
      if (refused !== undefined)
        toast({ severity: 'error', summary: refused, detail: messageOf(refusal), life: REFUSAL_MS })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['inventory-groups'] }),
  })
}
