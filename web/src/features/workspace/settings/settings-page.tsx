import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useCallback, useState } from 'react'
import { useHasRight, useHasRole } from '../../../lib/session/current-session.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { OWN_DESKS } from './own-desks.tsx'
import { SETTINGS_GROUPS } from './settings-groups.ts'
import { SettingsMenu } from './settings-menu.tsx'
import type { Desk, SettingsSearch } from './settings.api.ts'
import { FIRST_SETTINGS_TAB } from './settings-address.ts'

const route = getRouteApi('/settings')

/** Settings of the portal in groups; desks of other features are connected by the route. */
export default function SettingsPage({ desks = [] }: { desks?: readonly Desk[] }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState('')
  const mayRead = useHasRole('ArtikulOrderManager')
  const onChange = useCallback(
    (next: SettingsSearch) => void navigate({ search: (all) => ({ ...all, page: undefined, ...next }), replace: true }),
    [navigate],
  )
  const isAdministrator = useHasRight('administrator')
  const open = [...OWN_DESKS, ...desks].filter(
    ({ isForAll = false, isForAdministrators = false }) =>
      (mayRead || isForAll) && (isAdministrator || !isForAdministrators),
  )
  const requested = search.tab ?? FIRST_SETTINGS_TAB
  // A warranty manager sees the audit log in place of what is closed to them.
  const desk = open.find(({ value }) => value === requested) ?? open.find(({ value }) => value === 'journal')
  if (!desk) return null
  return (
    <>
      <PageHeader title="Настройки" />
      <div className="grid items-start gap-4 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <div className="lg:hidden" data-screen-only="">
          <Select
            label="Раздел"
            items={open.map(({ value, label }) => ({ value, label }))}
            value={desk.value}
            onValueChange={(tab) => tab && void navigate({ search: { tab }, replace: true })}
          />
        </div>
        <nav
          aria-label="Разделы настроек"
          className="sticky top-20 flex flex-col gap-3 max-lg:hidden"
          data-screen-only=""
        >
          <TextField label="Найти настройку" autoComplete="off" value={typed} onValueChange={setTyped} />
          <SettingsMenu groups={SETTINGS_GROUPS} desks={open} chosen={desk.value} words={typed} />
        </nav>
        <section aria-label={desk.label} className="min-w-0">
          <h2 className="mb-3 text-base font-semibold max-lg:sr-only">{desk.label}</h2>
          <Suspense fallback={<SkeletonRows count={14} />}>
            <desk.Content
              search={search}
              onChange={onChange}
              onReset={() => void navigate({ search: { tab: desk.value }, replace: true })}
            />
          </Suspense>
        </section>
      </div>
    </>
  )
}
