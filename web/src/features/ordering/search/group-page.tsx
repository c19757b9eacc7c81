import type { ShownGroup } from '@artikul/contract/ordering/search'
import { MAX_GROUP_PAGE } from '@artikul/contract/ordering/search'
import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatQty } from '@artikul/contract/core/money'
import { useViewer } from '../../../lib/session/buyer.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { catalogGroupsQuery, groupQuery, type CatalogGroupResult } from './catalog.api.ts'
import { groupForClient, useClientView } from './client-view/client-view.ts'
import { ClientViewBar } from './client-view/client-view-bar.tsx'
import { OffersHeader, OffersWithFilters, useFoundOffers } from './found-offers.tsx'
import { ManagerRequest } from './product/manager-request.tsx'
import { PropertyChoices, useProductSelection } from './product/product-selection.tsx'

const route = getRouteApi('/catalog')

/** Available products of an inventory group, without a search. */
export function GroupPage({ id }: { id: number }) {
  const { page = 1 } = route.useSearch()
  const viewer = useViewer()
  const { data, error, refetch } = useQuery(groupQuery(id, page, viewer))
  if (data) return <Loaded key={`${id} ${page}`} reply={data} page={page} />
  return (
    <>
      <PageHeader
        title="Группа товаров"
        subtitle={error ? '\u00a0' : 'Загружаем товары…'}
        actions={
          <Link to="/catalog" className={buttonClass()}>
            Все группы
          </Link>
        }
      />
      <Panel flush>
        <QueryFallback error={error} onRetry={refetch} rows={16} />
      </Panel>
    </>
  )
}

function Loaded({ reply: answered, page }: { reply: CatalogGroupResult; page: number }) {
  const { shown } = useClientView()
  const reply = useMemo(() => (shown ? groupForClient(answered, shown) : answered), [answered, shown])
  const selection = useProductSelection(reply)
  const offers = useFoundOffers(selection.groups)
  const { data: groups } = useQuery(catalogGroupsQuery)
  const group = groups?.results.find(({ id }) => id === reply.group.id)
  const parent = groups?.results.find(({ id }) => id === group?.parent_id)
  const below = groups?.results.filter(({ parent_id: parentId }) => parentId === reply.group.id) ?? []
  return (
    <>
      <OffersHeader
        title={reply.group.name}
        subtitle={group ? counted(group.products_count, 'деталь', 'детали', 'деталей') : '\u00a0'}
        links={
          <Link to="/catalog" search={parent ? { group: parent.id } : {}} className={buttonClass()}>
            {parent ? parent.name : 'Все группы'}
          </Link>
        }
        offers={offers}
        inside={reply.inside}
      />
      <ClientViewBar />
      <div className="flex flex-col gap-3">
        {below.length > 0 && <Subgroups groups={below} />}
        <PropertyChoices selection={selection} />
        {reply.groups.length === 0 ? (
          <Panel flush>
            <EmptyState
              title="В этой группе сейчас ничего нет в наличии"
              text="Откройте другую группу или отправьте запрос менеджеру."
              action={<ManagerRequest />}
            />
          </Panel>
        ) : (
          <OffersWithFilters offers={offers} inside={reply.inside}>
            <GroupPages id={reply.group.id} page={page} hasMore={reply.has_more} />
          </OffersWithFilters>
        )}
      </div>
    </>
  )
}

const Subgroups = ({ groups }: { groups: readonly ShownGroup[] }) => (
  <nav aria-label="Подгруппы" className="flex flex-wrap gap-2">
    {groups.map(({ id, name, products_count: count }) => (
      <Link
        key={id}
        to="/catalog"
        search={{ group: id }}
        className="inline-flex h-8 items-center gap-1.5 rounded-md border border-hairline bg-surface px-2.5 text-sm hover:bg-raised pointer-coarse:h-11"
      >
        {name} <span className="text-text-2">{formatQty(count)}</span>
      </Link>
    ))}
  </nav>
)

interface PagesProps {
  id: number
  page: number
  hasMore: boolean
}

function GroupPages({ id, page, hasMore }: PagesProps) {
  const isLast = page >= MAX_GROUP_PAGE
  if (page === 1 && !hasMore) return null
  return (
    <nav aria-label="Страницы" className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <span className="text-text-2">
        Страница {page}, фильтры действуют на её детали
        {hasMore && isLast && '. Дальше не показываем: добавьте слово в строку поиска'}
      </span>
      <span className="flex gap-2">
        {page > 1 && (
          <Link to="/catalog" search={{ group: id, page: page > 2 ? page - 1 : undefined }} className={buttonClass()}>
            Предыдущая
          </Link>
        )}
        {hasMore && !isLast && (
          <Link to="/catalog" search={{ group: id, page: page + 1 }} className={buttonClass()}>
            Следующая
          </Link>
        )}
      </span>
    </nav>
  )
}
