import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { IconWifiOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { Button } from '../../../ui/button.tsx'
import { LABELS } from '../../../ui/fields/labels.ts'

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange)

/** Bar on every page while the device is offline. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  const queryClient = useQueryClient()
  if (isOnline) return null
  return (
    <aside
      data-screen-only=""
      aria-label="Нет связи"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-warn bg-warn/15 px-3 py-1.5 text-sm lg:px-5"
    >
      <IconWifiOff size={18} aria-hidden="true" className="flex-none" />
      <p role="status" className="min-w-0 flex-1">
        Нет связи: показано то, что успело загрузиться, введённое остаётся на странице.
      </p>
      <Button size="sm" onClick={() => void queryClient.refetchQueries({ type: 'active' })}>
        {LABELS.retry}
      </Button>
    </aside>
  )
}
