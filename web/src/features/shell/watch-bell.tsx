import { counted } from '@artikul/contract/plural'
import { useQuery } from '@tanstack/react-query'
import { IconBell } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { useHasRole, useSession } from '../../lib/current-session.ts'
import { onRemembered, recall, remember } from '../../lib/remembered.ts'
import { watchesQuery } from '../../lib/watches-query.ts'
import { CountBadge } from '../../ui/tag.tsx'

/** As often as the server looks for arrivals. */
const EVERY_MS = 5 * 60_000
const PAGE = '/watches'

/** What has come since the person last looked at what he waits for. */
export function WatchBell() {
  const { user, contractor } = useSession()
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const isHere = useLocation({ select: ({ pathname }) => pathname === PAGE })
  const name = `artikul.watches-seen.${user?.id ?? ''}.${contractor?.id ?? ''}`
  const seen = useSyncExternalStore(onRemembered, () => recall(name)) ?? ''
  const { data } = useQuery({ ...watchesQuery, enabled: isClient && contractor !== null, refetchInterval: EVERY_MS })
  const told = (data ?? []).flatMap(({ told_at }) => told_at ?? []).filter((at) => at > seen)
  const latest = told.reduce((a, b) => (a > b ? a : b), '')
  useEffect(() => {
    if (isHere && latest !== '') remember(name, latest)
  }, [isHere, latest, name])
  if (!isClient || told.length === 0) return null
  return (
    <Link
      to={PAGE}
      aria-label={`Дождались: ${counted(told.length, 'деталь', 'детали', 'деталей')}`}
      className="flex h-8 flex-none items-center gap-1 rounded-md px-1.5 text-text-2 hover:bg-group hover:text-text pointer-coarse:h-11"
    >
      <IconBell size={20} aria-hidden="true" />
      <CountBadge count={told.length} label="" />
    </Link>
  )
}
