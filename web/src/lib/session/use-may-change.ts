import { useHasRight, useHasRole } from './current-session.ts'

/** A manager of orders whom prices are entrusted to; others only look. */
export function useMayChange(): boolean {
  const isOrderManager = useHasRole('ArtikulOrderManager')
  return useHasRight('prices') && isOrderManager
}
