import { useHasRight, useHasRole } from './current-session.ts'

/** True for an order manager with the right to change prices; others have read-only access. */
export function useMayChange(): boolean {
  const isOrderManager = useHasRole('ArtikulOrderManager')
  return useHasRight('prices') && isOrderManager
}
