import { getRouteApi } from '@tanstack/react-router'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import Groups from './groups.tsx'

const route = getRouteApi('/admin')

export default function GroupsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader title="Группы номенклатуры" />
      <Groups
        search={search}
        onChange={(next) => void navigate({ search: (all) => ({ ...all, ...next }), replace: true })}
      />
    </>
  )
}
