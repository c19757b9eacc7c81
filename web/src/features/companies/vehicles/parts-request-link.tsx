import { IconMessageQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { buttonClass } from '../../../ui/button.tsx'
import { requestPrefill } from './vehicle-words.ts'

type Asked = Parameters<typeof requestPrefill>[0]

/** Link to a quote request about the vehicle. */
export function PartsRequestLink({ vehicle, ...look }: { vehicle: Asked } & Pick<ComponentProps<'a'>, 'className'>) {
  const byVin = vehicle.vin !== null || vehicle.frame_number !== null
  return (
    <Link to="/requests/new" search={requestPrefill(vehicle)} className={look.className ?? buttonClass()}>
      <IconMessageQuestion size={16} aria-hidden="true" />
      {byVin ? 'Запросить детали по VIN' : 'Запросить детали'}
    </Link>
  )
}
