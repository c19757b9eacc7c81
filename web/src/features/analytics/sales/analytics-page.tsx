import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import type { AnalyticsSearch } from './analytics.api.ts'
import { DebtsTab } from './debts-tab.tsx'
import { StockTab } from './stock-tab.tsx'
import { DemandTab } from './demand-tab.tsx'
import { FallingBuyers } from './falling-buyers.tsx'
import { ServiceTab } from './service-tab.tsx'
import { SalesTab } from './sales-tab.tsx'

const route = getRouteApi('/analytics')

/** Figures of the trade for its owner. */
export default function AnalyticsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const onChange = useCallback(
    (next: AnalyticsSearch) => void navigate({ search: (all) => ({ ...all, ...next }), replace: true }),
    [navigate],
  )
  return (
    <>
      <PageHeader title="Показатели" />
      <Tabs
        label="Разделы показателей"
        value={search.tab ?? 'sales'}
        onValueChange={(tab) => onChange({ tab: tab === 'sales' ? undefined : tab })}
        tabs={[
          { value: 'sales', label: 'Продажи', content: <SalesTab search={search} onChange={onChange} /> },
          { value: 'service', label: 'Сервис', content: <ServiceTab search={search} onChange={onChange} /> },
          { value: 'demand', label: 'Спрос', content: <DemandTab search={search} onChange={onChange} /> },
          { value: 'stock', label: 'Склад', content: <StockTab search={search} onChange={onChange} /> },
          { value: 'debts', label: 'Долги', content: <DebtsTab /> },
          { value: 'buyers', label: 'Покупатели', content: <FallingBuyers /> },
        ]}
      />
    </>
  )
}
