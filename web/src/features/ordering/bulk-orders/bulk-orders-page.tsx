import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ListStart } from './list-start.tsx'
import { ListView } from './list-view.tsx'
import { listQuery } from './bulk-orders.api.ts'

const route = getRouteApi('/search-by-document')

export default function ListsPage() {
  const { list: id } = route.useSearch()
  return id === undefined ? <ListStart /> : <OneList key={id} id={id} />
}

function OneList({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(listQuery(id))
  if (data) return <ListView list={data} />
  return (
    <>
      <PageHeader title="Заказ по списку" crumbs={[{ label: 'Заказ по списку', to: '/search-by-document' }]} />
      <Panel flush>
        <QueryFallback error={error} onRetry={refetch} rows={16} />
      </Panel>
    </>
  )
}
