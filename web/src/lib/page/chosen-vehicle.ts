import { storedValues } from '../browser/stored-value.ts'
import { session, useHasRole, useSession } from '../session/current-session.ts'

/** Vehicle for which goods are added to the cart; stored per person and company in this browser. */
export interface ChosenVehicle {
  id: number
  name: string
}

const choices = storedValues<ChosenVehicle>(1)

const nameOf = ({ user, contractor }: ReturnType<typeof session.getState>) =>
  `artikul.vehicle.${user?.id ?? ''}.${contractor?.id ?? ''}`

export const chooseVehicle = (vehicle: ChosenVehicle | null) => choices.write(nameOf(session.getState()), vehicle)

export function useChosenVehicle(): ChosenVehicle | null {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const chosen = choices.useValue(nameOf(useSession()))
  return isClient ? chosen : null
}
