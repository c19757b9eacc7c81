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
  /** A press on the map is a place; without it the map is only looked at. */
  onPick?: (coordinates: LngLat) => void
  /** Stands in the map's place when there is none: the same addresses as a list. */
  fallback: ReactNode
  /** The size: the map fills it. */
  className?: string
}

/**
 * A map of points. It lives in a frame of this site with a content policy of its own, because the vendor's script needs
 * what the portal's page forbids. Whatever it can do can be done without it: it may never come.
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
