import { session } from '../lib/session/current-session.ts'
import { toast } from './hints/toast.ts'

/** Changes the current company with the same messages everywhere. Resolves to false when it has not changed. */
export async function changeContractor(id: number): Promise<boolean> {
  if (id === session.getState().contractor?.id) return true
  try {
    await session.changeContractor(id)
    toast({ severity: 'success', summary: 'Покупатель успешно обновлен', life: 5000 })
    return true
  } catch {
    toast({ severity: 'error', summary: 'Не удалось обновить покупателя', life: 5000 })
    return false
  }
}
