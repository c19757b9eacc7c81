import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { formatQty } from '@artikul/contract/core/money'
import { paginationState, savePageSize, type PageSize } from '../../lib/page/page-size.ts'
import { IconButton } from '../icon-button.tsx'
import { cx } from '../cx.ts'

interface Props {
  page: number
  pageSize: PageSize
  total: number
  /** There are more rows than `total`: «из 1 000+». */
  isPartial?: boolean | undefined
  onChange: (next: { page: number; pageSize: PageSize }) => void
}

const SIZES: readonly PageSize[] = [50, 100, 150]

/** Returns the first and last pages and the neighbours of the current one; null is a gap. */
export function pagesAround(page: number, count: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, count].filter((at) => at >= 1 && at <= count)
  const pages = [...new Set(wanted)].sort((a, b) => a - b)
  return pages.flatMap((at, index) => (index > 0 && at - (pages[index - 1] ?? at) > 1 ? [null, at] : [at]))
}

export function PaginationBar({ page, pageSize, total, isPartial = false, onChange }: Props) {
  const { total_pages: count, first } = paginationState(page, pageSize, total)
  const last = Math.min(first + pageSize, total)
  const all = `${formatQty(total)}${isPartial ? '+' : ''}`
  const go = (next: number) => onChange({ page: next, pageSize })
  const cell = 'h-8 min-w-8 rounded-md px-2 text-sm pointer-coarse:h-11 pointer-coarse:min-w-11'
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p className="text-text-2">{count > 1 && page <= count ? `${first + 1}–${last} из ${all}` : `Всего: ${all}`}</p>
      <nav aria-label="Страницы" className="flex items-center gap-1">
        <IconButton
          label="Предыдущая страница"
          icon={<IconChevronLeft size={16} />}
          disabled={page <= 1}
          onClick={() => go(Math.min(page - 1, count))}
        />
        {pagesAround(page, count).map((at, index) =>
          at === null ? (
            <span key={`gap-${index}`} aria-hidden="true" className="px-1 text-text-3">
              …
            </span>
          ) : (
            <button
              key={at}
              type="button"
              aria-label={`Страница ${at}`}
              aria-current={at === page ? 'page' : undefined}
              onClick={() => go(at)}
              className={cx(cell, at === page ? 'bg-group font-semibold' : 'text-text-2 hover:bg-group')}
            >
              {at}
            </button>
          ),
        )}
        <IconButton
          label="Следующая страница"
          icon={<IconChevronRight size={16} />}
          disabled={page >= count}
          onClick={() => go(page + 1)}
        />
      </nav>
      <div role="group" aria-label="Строк на странице" className="flex items-center gap-1 text-text-2">
        <span aria-hidden="true">По</span>
        {SIZES.map((size) => (
          <button
            key={size}
            type="button"
            aria-label={`По ${size} строк`}
            aria-pressed={size === pageSize}
            onClick={() => {
              savePageSize(size)
              onChange({ page: 1, pageSize: size })
            }}
            className={cx(cell, size === pageSize ? 'bg-group font-semibold text-text' : 'hover:bg-group')}
          >
            {size}
          </button>
        ))}
      </div>
    </div>
  )
}
