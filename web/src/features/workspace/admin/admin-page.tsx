import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useCallback, type ReactNode } from 'react'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import type { AdminSearch, Desk } from './admin.api.ts'
import { FIRST_ADMIN_TAB } from './admin-address.ts'
import { BackgroundWork } from './background-work.tsx'
import { Journal } from './journal.tsx'
import { Emails } from './emails.tsx'
import { WorkCalendar } from './work-calendar.tsx'
import { Zones } from './zones.tsx'

const route = getRouteApi('/admin')

type Tab = NonNullable<AdminSearch['tab']>

export default function AdminPage({ desks = [] }: { desks?: readonly Desk[] }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayRead = useHasRole('ArtikulOrderManager')
  const change = useCallback(
    (next: AdminSearch) => void navigate({ search: (all) => ({ ...all, page: undefined, ...next }), replace: true }),
    [navigate],
  )
  const show = (tab: Tab) => void navigate({ search: tab === FIRST_ADMIN_TAB ? {} : { tab }, replace: true })
  const tabs: { value: Tab; label: string; content: ReactNode }[] = desks
    .filter(({ isForAll = false }) => mayRead || isForAll)
    .map(({ value, label, Content }) => ({
      value,
      label,
      content: (
        <Suspense fallback={<SkeletonRows count={14} />}>
          <Content search={search} onChange={change} />
        </Suspense>
      ),
    }))
  if (mayRead) {
    tabs.push({ value: 'zones', label: 'Зоны доставки', content: <Zones /> })
    tabs.push({
      value: 'calendar',
      label: 'Рабочий календарь',
      content: <WorkCalendar year={search.year} onYearChange={(year) => change({ year })} />,
    })
    tabs.push({
      value: 'mail',
      label: 'Исходящая почта',
      content: <Emails search={search} onChange={change} onReset={() => show('mail')} />,
    })
  }
  if (mayRead) tabs.push({ value: 'work', label: 'Фоновые задачи', content: <BackgroundWork /> })
  tabs.push({
    value: 'journal',
    label: 'Журнал действий',
    content: <Journal search={search} onChange={change} onReset={() => show('journal')} />,
  })
  const requestedTab = search.tab ?? FIRST_ADMIN_TAB
  return (
    <>
      <PageHeader title="Управление порталом" />
      <Tabs
        label="Разделы управления"
        value={tabs.some(({ value }) => value === requestedTab) ? requestedTab : 'journal'}
        onValueChange={show}
        tabs={tabs}
      />
    </>
  )
}
