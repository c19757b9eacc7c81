import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useCallback, type ReactNode } from 'react'
import { useHasRole } from '../../lib/current-session.ts'
import { PageHeader } from '../../ui/list-page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import type { AdminSearch, Desk } from './admin.api.ts'
import { Journal } from './journal.tsx'
import { Mails } from './mails.tsx'
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
  const show = (tab: Tab) => void navigate({ search: tab === 'journal' ? {} : { tab }, replace: true })
  const tabs: { value: Tab; label: string; content: ReactNode }[] = [
    {
      value: 'journal',
      label: 'Журнал действий',
      content: <Journal search={search} onChange={change} onReset={() => show('journal')} />,
    },
  ]
  if (mayRead) {
    tabs.push({
      value: 'mail',
      label: 'Исходящая почта',
      content: <Mails search={search} onChange={change} onReset={() => show('mail')} />,
    })
    for (const { Content, ...desk } of desks)
      tabs.push({
        ...desk,
        content: (
          <Suspense fallback={<SkeletonRows count={14} />}>
            <Content search={search} onChange={change} />
          </Suspense>
        ),
      })
    tabs.push({ value: 'zones', label: 'Зоны доставки', content: <Zones /> })
    tabs.push({
      value: 'calendar',
      label: 'Рабочий календарь',
      content: <WorkCalendar year={search.year} onYearChange={(year) => change({ year })} />,
    })
  }
  return (
    <>
      <PageHeader title="Управление порталом" />
      <Tabs
        label="Разделы управления"
        value={mayRead ? (search.tab ?? 'journal') : 'journal'}
        onValueChange={show}
        tabs={tabs}
      />
    </>
  )
}
