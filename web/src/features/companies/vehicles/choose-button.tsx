import { IconCar, IconCarOff } from '@tabler/icons-react'
import { chooseVehicle, useChosenVehicle, type ChosenVehicle } from '../../../lib/page/chosen-vehicle.ts'
import { Button } from '../../../ui/button.tsx'

/** Chooses the vehicle that newly added goods are for, or ends the choice. */
export function ChooseVehicleButton({ vehicle: { id, name } }: { vehicle: ChosenVehicle }) {
  const isChosen = useChosenVehicle()?.id === id
  return (
    <Button
      icon={isChosen ? <IconCarOff size={16} /> : <IconCar size={16} />}
      aria-pressed={isChosen}
      onClick={() => chooseVehicle(isChosen ? null : { id, name })}
    >
      {isChosen ? 'Больше не для неё' : 'Заказывать для неё'}
    </Button>
  )
}
