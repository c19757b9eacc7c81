import { plateText, recogniseVehicleNumber } from '@artikul/contract/companies/vehicle-numbers'
import { IconMessageQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { buttonClass } from '../../../ui/button.tsx'

/** Link to a quote request about the vehicle, for clients: the way that always works. */
export function RequestLink({ number, car }: { number: string; car?: string | undefined }) {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  if (!isClient) return null
  const known = recogniseVehicleNumber(number)
  const search =
    known?.kind === 'plate'
      ? { car: [car, `госномер ${plateText(known.number)}`].filter(Boolean).join(', ') }
      : { vin: (known?.number ?? number) || undefined, car }
  return (
    <Link to="/requests/new" search={search} className={buttonClass()}>
      <IconMessageQuestion size={16} aria-hidden="true" />
      Запросить у менеджера
    </Link>
  )
}
