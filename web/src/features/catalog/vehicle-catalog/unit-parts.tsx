import type { UnitPart } from '@artikul/contract/catalog/vehicle-catalog'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { cx } from '../../../ui/cx.ts'
import { Article } from '../../../ui/text/article.tsx'

interface Props {
  parts: readonly UnitPart[]
  position: string | null
  onChoose: (position: string) => void
}

/** Parts of a unit: a position marks its place on the picture, a number leads to its offers. */
export function UnitParts({ parts, position, onChoose }: Props) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (position !== null) list.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'nearest' })
  }, [position])
  return (
    <ul ref={list} aria-label="Детали узла" className="max-h-[70dvh] divide-y divide-hairline overflow-y-auto text-sm">
      {parts.map((part, at) => {
        const isChosen = part.position !== '' && part.position === position
        return (
          <li
            // One number may be listed for several positions.
            key={`${part.position} ${part.article} ${at}`}
            data-chosen={isChosen ? '' : undefined}
            className={cx('flex items-start gap-3 px-2 py-2', isChosen && 'bg-info/12')}
          >
            {part.position === '' ? (
              <span className="w-10 flex-none text-center text-text-3">—</span>
            ) : (
              <button
                type="button"
                aria-label={`Показать на рисунке позицию ${part.position}`}
                aria-pressed={isChosen}
                className="h-7 w-10 flex-none rounded-md border border-hairline font-semibold hover:bg-raised pointer-coarse:h-11"
                onClick={() => onChoose(part.position)}
              >
                {part.position}
              </button>
            )}
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{part.name}</p>
              <p className="break-words text-text-2">
                {[part.amount && `на машину: ${part.amount}`, part.note].filter(Boolean).join(', ')}
              </p>
            </div>
            {part.article !== '' && (
              <Link
                to="/catalog"
                search={{ q: part.article }}
                aria-label={`Цены и наличие: ${part.article}`}
                className="inline-flex flex-none items-center gap-1 font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
              >
                <IconSearch size={14} aria-hidden="true" />
                <Article>{part.article}</Article>
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
