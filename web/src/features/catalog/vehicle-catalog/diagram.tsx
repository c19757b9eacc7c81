import type { Hotspot, UnitDiagram } from '@artikul/contract/catalog/vehicle-catalog'
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { UnitImage } from './unit-image.tsx'

interface Props {
  unit: UnitDiagram
  image: string
  position: string | null
  onChoose: (position: string) => void
}

interface Size {
  width: number
  height: number
}

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(3)}%`

/** Place of a hotspot on the picture of any displayed size. */
const placeOf = ({ x1, y1, x2, y2 }: Hotspot, { width, height }: Size) => ({
  left: percent(Math.min(x1, x2), width),
  top: percent(Math.min(y1, y2), height),
  width: percent(Math.abs(x2 - x1), width),
  height: percent(Math.abs(y2 - y1), height),
})

/** Picture of a unit with a button on each drawn part. The paper is white in both themes, as drawn. */
export function Diagram({ unit, image, position, onChoose }: Props) {
  const [size, setSize] = useState<Size | null>(null)
  const [isLarge, setLarge] = useState(false)
  const nameOf = (of: string) => unit.parts.find((part) => part.position === of)?.name
  return (
    <div className="min-w-0">
      <div className="max-h-[70dvh] overflow-auto rounded-md border border-hairline bg-white">
        <div className={cx('relative', isLarge && 'w-[200%]')}>
          <UnitImage
            path={image}
            alt={`Рисунок узла: ${unit.name}`}
            className="block w-full"
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
          />
          {size &&
            unit.hotspots.map((hotspot, at) => (
              <button
                // Several places of one position are equal but for their coordinates.
                key={`${hotspot.position} ${at}`}
                type="button"
                aria-label={[`Позиция ${hotspot.position}`, nameOf(hotspot.position)].filter(Boolean).join(': ')}
                aria-pressed={hotspot.position === position}
                className="absolute rounded-sm border-2 border-transparent hover:border-info hover:bg-info/12 aria-pressed:border-primary aria-pressed:bg-primary/15"
                style={placeOf(hotspot, size)}
                onClick={() => onChoose(hotspot.position)}
              />
            ))}
        </div>
      </div>
      <div className="mt-2 flex justify-end" data-screen-only="">
        <Button
          size="sm"
          icon={isLarge ? <IconZoomOut size={16} /> : <IconZoomIn size={16} />}
          onClick={() => setLarge((large) => !large)}
        >
          {isLarge ? 'Мельче' : 'Крупнее'}
        </Button>
      </div>
    </div>
  )
}
