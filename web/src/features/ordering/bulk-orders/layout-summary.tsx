import { LIST_FIELDS, type List } from '@artikul/contract/ordering/bulk-orders'
import { counted } from '@artikul/contract/core/plural'
import { IconTableOptions } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyWithPreload } from '../../../ui/windows/lazy-with-preload.ts'

const [ColumnsDialog, preloadColumns] = lazyWithPreload(() => import('./columns-dialog.tsx'))

/** Shows how the file was parsed, so that the user can correct it. */
export function LayoutSummary({ list }: { list: List }) {
  const [isOpen, setOpen] = useState(false)
  const { format, sheet, header_row, columns, remembered } = list.layout
  const named = columns.flatMap(({ field, header }) =>
    field === null || field === 'point_qty' ? [] : [`${LIST_FIELDS[field]}${header === '' ? '' : ` — «${header}»`}`],
  )
  const points = columns.filter(({ field }) => field === 'point_qty').length
  const parts = [
    format,
    sheet && `лист «${sheet}»`,
    header_row === null ? 'без заголовка' : `заголовок в строке ${header_row}`,
    points > 0 && counted(points, 'столбец точки', 'столбца точек', 'столбцов точек'),
  ]
  return (
    <section
      aria-label="Как прочитан список"
      className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 rounded-lg border border-hairline bg-surface px-4 py-3 text-sm"
    >
      <div className="min-w-0 flex-1 basis-80">
        <p className="break-words">{parts.filter(Boolean).join(', ')}.</p>
        <p className="break-words text-text-2">
          {named.length > 0 ? named.join(', ') : 'Столбцов списка не видно: укажите их'}
          {remembered && '. Столбцы такие же, как вы указали в прошлый раз'}
        </p>
        {list.skipped.length > 0 && <Skipped skipped={list.skipped} />}
      </div>
      <Button
        size="sm"
        icon={<IconTableOptions size={16} />}
        onPointerEnter={preloadColumns}
        onFocus={preloadColumns}
        onClick={() => setOpen(true)}
      >
        Исправить столбцы
      </Button>
      {isOpen && (
        <Suspense>
          <ColumnsDialog list={list} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}

const MAX_REPORTED = 20

function Skipped({ skipped }: { skipped: List['skipped'] }) {
  return (
    <details className="text-text-2">
      <summary className="w-fit cursor-pointer">
        Пропущено: {counted(skipped.length, 'строка', 'строки', 'строк')}
      </summary>
      <p className="break-words">
        {skipped
          .slice(0, MAX_REPORTED)
          .map(({ row_number, why }) => `${row_number} — ${why}`)
          .join('; ')}
        {skipped.length > MAX_REPORTED && ` и ещё ${skipped.length - MAX_REPORTED}`}
      </p>
    </details>
  )
}
