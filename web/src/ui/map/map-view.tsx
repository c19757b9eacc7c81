import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { LABELS } from '../fields/labels.ts'
import { Notice } from '../hints/notice.tsx'
import type { LngLat, MapPoint } from './map-messages.ts'
import { useMapFrame } from './use-map-frame.ts'

interface Props {
  /** Accessible description of the map. */
  label: string
  points: readonly MapPoint[]
  selectedId?: number | null
  onSelect?: (id: number) => void
  /** Called with the pressed position; without it the map is read-only. */
  onPick?: (coordinates: LngLat) => void
  /** Content without a map: the same addresses as a list. */
  fallback: ReactNode
  /** Size of the map, which fills it. */
  className?: string
}

/**
 * Map of points in a frame of this site with its own content policy, because the vendor's script needs permissions that
 * the portal's page forbids. All of its functions are available without it, as the map may fail to load.
 */
export function MapView({ label, points, selectedId = null, onSelect, onPick, fallback, className }: Props) {
  const { frame, status, attempt, retry } = useMapFrame({ points, selectedId, onSelect, onPick })
  const failed = status === 'error'
  return (
    <>
      {failed && (
        <div className="flex flex-col gap-2">
          <Notice tone="warn">
            <p role="status">Не удалось загрузить карту</p>
            <Button size="sm" className="mt-2" onClick={retry}>
              {LABELS.retry}
            </Button>
          </Notice>
          {fallback}
        </div>
      )}
      <div className={cx('relative overflow-hidden rounded-lg bg-group', className, failed && 'hidden')}>
        <iframe
          key={attempt}
          ref={frame}
          src="/map-frame"
          title={label}
          className="absolute inset-0 size-full border-0"
        />
        {status !== 'loaded' && !failed && (
          <div role="status" className="skeleton absolute inset-0">
            <span className="sr-only">{LABELS.pending}</span>
          </div>
        )}
      </div>
    </>
  )
}
