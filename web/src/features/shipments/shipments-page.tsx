import { getRouteApi, Link } from '@tanstack/react-router'
import { useHasRole } from '../../lib/current-session.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/list-page.tsx'
import { ShipmentsList } from './shipments-list.tsx'

const route = getRouteApi('/shipments')

export default function ShipmentsPage() {
  const isManager = useHasRole('ArtikulOrderManager')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader
        title="Отгрузки"
        actions={
          isManager && (
            <Link to="/shipments/ready" className={buttonClass({ look: 'primary' })}>
              Готово к отгрузке
            </Link>
          )
        }
      />
      <ShipmentsList
        search={search}
        onChange={(next) => void navigate({ search: (all) => ({ ...all, ...next }), replace: true })}
      />
    </>
  )
}
