import { useQuery } from '@tanstack/react-query'
import { IconSchema } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { vehicleCatalogQuery } from '../lib/queries/vehicle-catalog-query.ts'
import { buttonClass } from './button.tsx'

/** «Детали по VIN»: link to diagrams of the vehicle, where such a catalogue is connected. */
export function VehicleCatalogLink({ number }: { number: string | null }) {
  const { data } = useQuery(vehicleCatalogQuery)
  if (!data?.is_on || number === null) return null
  return (
    <Link to="/vehicle-catalog" search={{ number }} className={buttonClass()}>
      <IconSchema size={16} aria-hidden="true" />
      Детали по VIN
    </Link>
  )
}
