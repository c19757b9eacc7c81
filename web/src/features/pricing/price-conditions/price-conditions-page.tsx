import { getRouteApi } from '@tanstack/react-router'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Calculator } from './calculator.tsx'
import { PriceChanges } from './changes.tsx'
import { Conditions } from './conditions.tsx'
import type { ConditionsSearch } from './price-conditions.api.ts'
import { UnderFloor } from './under-floor.tsx'
import { PriceGroups } from './price-groups.tsx'

const route = getRouteApi('/price-conditions')

export default function PriceConditionsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: ConditionsSearch) =>
    void navigate({ search: (all) => ({ ...all, page: undefined, ...next }), replace: true })
  const show = (tab: NonNullable<ConditionsSearch['tab']>) =>
    void navigate({ search: tab === 'conditions' ? {} : { tab }, replace: true })
  return (
    <>
      <PageHeader title="Ценовые условия" />
      <Tabs
        label="Разделы цен"
        value={search.tab ?? 'conditions'}
        onValueChange={show}
        tabs={[
          {
            value: 'conditions',
            label: 'Условия',
            content: <Conditions search={search} onChange={change} onReset={() => show('conditions')} />,
          },
          { value: 'groups', label: 'Колонки цен', content: <PriceGroups /> },
          { value: 'why', label: 'Какая цена и почему', content: <Calculator search={search} onChange={change} /> },
          {
            value: 'under',
            label: 'Ниже минимума',
            content: <UnderFloor search={search} onChange={change} />,
          },
          { value: 'changes', label: 'Изменения', content: <PriceChanges search={search} onChange={change} /> },
        ]}
      />
    </>
  )
}
