import { session } from '../lib/session/current-session.ts'
import { toast } from './hints/toast.ts'

/** The company is changed from many places; all say so alike. False: it stays as it was. */
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
