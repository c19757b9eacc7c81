import {
  inventoryGroupRoutes,
  type GroupedProduct,
  type InventoryGroup,
} from '@artikul/contract/catalog/inventory-groups'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { targetsQuery } from '../../../lib/queries/price-targets-query.ts'
import { Article } from '../../../ui/text/article.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PagedTable } from '../../../ui/lists/paged-table.tsx'
import { LookupField } from '../../../ui/fields/lookup-field.tsx'
import { Pages } from '../../../ui/lists/pages.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toastDone } from '../../../ui/hints/toast.ts'
import { pageQuery } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { groupsChange, type GroupsSearch } from './groups.api.ts'

const columns = (
  onRelease: ((product: GroupedProduct['product']) => void) | null,
): readonly Column<GroupedProduct>[] => [
  {
    id: 'product',
    header: 'Товар',
    lead: true,
    width: 'w-1/3',
    cell: ({ product }) => (
      <Link to="/catalog/$code" params={{ code: product.code }} className="underline-offset-2 hover:underline">
        <span className="font-semibold">{product.brand}</span> <Article>{product.article}</Article>
      </Link>
    ),
  },
  { id: 'name', header: 'Название', cell: ({ product }) => <span className="break-words">{product.name}</span> },
  {
    id: 'listed',
    header: 'Как попал',
    width: 'w-56',
    cell: ({ product, is_listed }) =>
      is_listed ? (
        <span className="inline-flex items-center gap-1">
          <Tag tone="info">Положен вручную</Tag>
          {onRelease && (
            <IconButton
              size="row"
              label={`Вернуть правилам: ${product.brand} ${product.article}`}
              title="Вернуть правилам"
              icon={<IconX size={14} />}
              onClick={() => onRelease(product)}
            />
          )}
        </span>
      ) : (
        <span className="text-text-2">По правилу</span>
      ),
  },
]

interface Props {
  group: InventoryGroup
  mayWrite: boolean
  /** Time when products were last assigned to groups. */
  asOf: string | null
  search: GroupsSearch
  onChange: (next: GroupsSearch) => void
}

/** Products of a group; one may be added by hand regardless of the rules. */
export function GroupProducts({ group, mayWrite, asOf, search, onChange }: Props) {
  const { page, page_size } = search
  const products = pageQuery(inventoryGroupRoutes.products, { params: { id: group.id }, query: { page, page_size } })
  // A list read before the last assignment is outdated.
  const list = useQuery({ ...products, queryKey: [...products.queryKey, asOf] })
  const add = useApiMutation(inventoryGroupRoutes.addProduct, groupsChange('Товар не положен'))
  const { mutate: release } = useApiMutation(
    inventoryGroupRoutes.releaseProduct,
    groupsChange('Товар остался в группе'),
  )
  const shown = useMemo(
    () => columns(mayWrite ? (product) => release({ params: { id: group.id, product_id: product.id } }) : null),
    [mayWrite, release, group.id],
  )
  const put = (productId: number) =>
    add.mutate(
      { params: { id: group.id }, body: { product_id: productId } },
      { onSuccess: toastDone('Товар положен в группу') },
    )
  return (
    <div>
      <Panel flush title="Товары">
        {mayWrite && (
          <div className="border-b border-hairline px-4 py-3 sm:max-w-md">
            <LookupField
              lookUp={targetsQuery('product')}
              label="Положить товар вручную"
              placeholder="Начало артикула"
              value={null}
              onValueChange={(found) => found && put(found.id)}
            />
          </div>
        )}
        <PagedTable
          label={`Товары группы «${group.name}»`}
          view="Товары группы"
          columns={shown}
          query={list}
          rowId={({ product }) => String(product.id)}
          expected={6}
          empty={<EmptyState title="Товаров пока нет" text="Они попадут сюда по правилам группы или вручную." />}
        />
      </Panel>
      <Pages query={list} search={search} onChange={onChange} />
    </div>
  )
}
