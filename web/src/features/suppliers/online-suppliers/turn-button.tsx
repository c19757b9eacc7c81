import { onlineSupplierRoutes, type OnlineSupplier } from '@artikul/contract/suppliers/online-suppliers'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { suppliersChange } from './online-suppliers.api.ts'

interface Props {
  supplier: Pick<OnlineSupplier, 'id' | 'name' | 'is_on'>
  size?: 'sm' | 'md'
}

/** Pauses a supplier or resumes its queries in one press. */
export function TurnButton({ supplier: { id, name, is_on: isOn }, size = 'md' }: Props) {
  const turn = useApiMutation(
    onlineSupplierRoutes.setActive,
    suppliersChange(isOn ? 'Поставщик не приостановлен' : 'Поставщик не включён'),
  )
  const act = isOn ? 'Приостановить' : 'Возобновить'
  const Icon = isOn ? IconPlayerPause : IconPlayerPlay
  return (
    <Button
      size={size}
      icon={<Icon size={14} />}
      busy={turn.isPending}
      aria-label={`${act}: ${name}`}
      onClick={() => turn.mutate({ params: { id }, body: { is_on: !isOn } })}
    >
      {act}
    </Button>
  )
}
