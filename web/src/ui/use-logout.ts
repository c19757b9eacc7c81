import { useNavigate } from '@tanstack/react-router'
import { session } from '../lib/current-session.ts'
import { toast } from './toast.ts'

/** «Выйти», wherever it is pressed. */
export function useLogout() {
  const navigate = useNavigate()
  return async () => {
    try {
      await session.logout()
    } catch {
      toast({ severity: 'warn', summary: 'Вы вышли на этом устройстве', detail: 'Сервер об этом ещё не знает' })
    }
    await navigate({ to: '/login' })
  }
}
