import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useViewer } from '../../../lib/session/buyer.ts'
import { Article } from '../../../ui/text/article.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { searchQuery } from './catalog.api.ts'
import { GroupPage } from './group-page.tsx'
import { SearchResults } from './search-results.tsx'
import { SearchStart } from './search-start.tsx'
import { VehicleOfNumberContext, type VehicleOfNumber } from './vehicle-search.ts'
import { AlertProductContext, type AlertProduct } from './product/alert-product.ts'

const route = getRouteApi('/catalog')

interface Props {
  watchProduct?: AlertProduct | null
  vehicleOfNumber?: VehicleOfNumber | null
}

export default function CatalogPage({ watchProduct = null, vehicleOfNumber = null }: Props) {
  const { q, group } = route.useSearch()
  return (
    <AlertProductContext value={watchProduct}>
      <VehicleOfNumberContext value={vehicleOfNumber}>
        {q && q.length > 1 ? <Results q={q} /> : group === undefined ? <SearchStart /> : <GroupPage id={group} />}
      </VehicleOfNumberContext>
    </AlertProductContext>
  )
}

function Results({ q }: { q: string }) {
  const { maker } = route.useSearch()
  const viewer = useViewer()
  const { data, error, isPending, refetch } = useQuery({
    ...searchQuery(q, maker, viewer),
    // Another delivery point changes the dates only, so the previous results stay visible.
    placeholderData: (before, query) =>
      query?.queryKey[1] === q && query.queryKey[2] === (maker ?? null) ? before : undefined,
  })
  if (data) return <SearchResults key={`${q} ${maker}`} q={q} reply={data} />
  return (
    <>
      <PageHeader
        title={
          <>
            Результаты поиска: <Article>{q}</Article>
          </>
        }
        subtitle={isPending ? 'Ищем предложения…' : '\u00a0'}
      />
      <Panel flush>
        <QueryFallback error={error} onRetry={refetch} rows={16} />
      </Panel>
    </>
  )
}
