import type { ConsigneeItem } from '@artikul/contract/companies/consignees'
import { counted } from '@artikul/contract/core/plural'
import { useMemo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { AddressList } from '../../../ui/map/address-list.tsx'
import { MapView } from '../../../ui/map/map-view.tsx'

interface Props {
  items: readonly ConsigneeItem[]
  selectedId: number | null
  onSelect: (id: number) => void
  onOpen: (id: number) => void
  className: string
}

/** Map of the listed points with the details of the selected one. */
export default function ConsigneesMap({ items, selectedId, onSelect, onOpen, className }: Props) {
  const points = useMemo(
    () => items.flatMap(({ id, name, coordinates }) => (coordinates ? [{ id, label: name, coordinates }] : [])),
    [items],
  )
  const selected = items.find(({ id }) => id === selectedId)
  const missing = items.length - points.length
  return (
    <div className="flex flex-col gap-2">
      <MapView
        label="Точки на карте"
        className={className}
        points={points}
        selectedId={selectedId}
        onSelect={onSelect}
        fallback={<AddressList label="Адреса точек" items={items} selectedId={selectedId} onSelect={onSelect} />}
      />
      <div role="status" className="text-sm">
        {selected && (
          <div className="flex items-start justify-between gap-3 rounded-lg border border-hairline bg-surface px-3 py-2">
            <div className="min-w-0">
              <p className="font-semibold break-words">{selected.name}</p>
              <p className="break-words text-text-2">{selected.address}</p>
            </div>
            <Button size="sm" onClick={() => onOpen(selected.id)}>
              Открыть
            </Button>
          </div>
        )}
      </div>
      {missing > 0 && (
        <p className="text-xs text-text-2">
          Без координат, на карте не видны: {counted(missing, 'точка', 'точки', 'точек')}.
        </p>
      )}
    </div>
  )
}
