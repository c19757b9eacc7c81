import { useNavigate } from '@tanstack/react-router'
import { session } from '../lib/session/current-session.ts'
import { toast } from './hints/toast.ts'

/** Performs «Выйти» from any place. */
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
