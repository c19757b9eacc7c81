import { session } from '../lib/current-session.ts'
import { toast } from './toast.ts'

/** The company is changed in the head of the page and in the list of companies; both say so alike. */
export async function changeContractor(id: number) {
  if (id === session.getState().contractor?.id) return
  try {
    await session.changeContractor(id)
    toast({ severity: 'success', summary: 'Покупатель успешно обновлен', life: 5000 })
  } catch {
    toast({ severity: 'error', summary: 'Не удалось обновить покупателя', life: 5000 })
  }
}
