import type { CrossItem } from '@artikul/contract/crosses'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconArrowsExchange, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { savedPageSize } from '../../lib/page-size.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { crossColumns } from './cross-columns.tsx'
import { CrossImports } from './cross-imports.tsx'
import { crossesQuery, removeCross, type CrossesProps } from './crosses.api.ts'

const CrossDialog = lazy(() => import('./cross-dialog.tsx'))

const titleOf = ({ product, other }: CrossItem) =>
  `${product.brand} ${product.article} — ${other.brand} ${other.article}`

function useRemove() {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: removeCross,
    onSuccess: (_, item) => toast({ severity: 'success', summary: 'Кросс удалён', detail: titleOf(item) }),
    onError: (error) => toast({ severity: 'error', summary: 'Кросс не удалён', detail: messageOf(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['crosses'] }),
  })
  return useCallback(
    async (item: CrossItem) => {
      const text = 'Связь пропадёт у обеих деталей.'
      if (await confirm({ title: `Удалить кросс ${titleOf(item)}?`, text, dangerous: true })) mutate(item)
    },
    [mutate],
  )
}

/** Crosses of an article, by hand and from files. */
export default function Crosses({ search, onChange }: CrossesProps) {
  const [open, setOpen] = useState<CrossItem | 'new' | null>(null)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-2">
        <search
          className="grid flex-1 basis-full gap-2 sm:basis-0 sm:grid-cols-[minmax(10rem,14rem)_minmax(12rem,18rem)]"
          data-screen-only=""
        >
          <FilterField
            label="Бренд"
            placeholder="Любой"
            maxLength={100}
            value={search.brand}
            onCommit={(brand) => onChange({ brand })}
          />
          <FilterField
            label="Артикул"
            maxLength={64}
            value={search.article}
            onCommit={(article) => onChange({ article })}
          />
        </search>
        <Button look="primary" icon={<IconPlus size={16} />} onClick={() => setOpen('new')}>
          Добавить кросс
        </Button>
      </div>
      <Found search={search} onChange={onChange} onOpen={setOpen} />
      <CrossImports />
      {open !== null && (
        <Suspense>
          <CrossDialog
            cross={open === 'new' ? null : open}
            brand={search.brand ?? ''}
            article={search.article ?? ''}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function Found({ search, onChange, onOpen }: CrossesProps & { onOpen: (item: CrossItem) => void }) {
  const { data, error, isPlaceholderData, refetch } = useQuery(crossesQuery(search))
  const remove = useRemove()
  const columns = useMemo(() => crossColumns(onOpen, (item) => void remove(item)), [onOpen, remove])
  const total = data?.pagination.total_count ?? 0
  if (search.article === undefined) return <NothingAsked />
  return (
    <>
      <div className="rounded-lg border border-hairline bg-surface">
        {data && total > 0 && (
          <DataTable
            label="Кроссы"
            columns={columns}
            rows={data.results}
            rowId={({ product, other }) => `${product.id} ${other.id}`}
            stale={isPlaceholderData}
          />
        )}
        {data && total === 0 && <EmptyState title="Кроссов нет" text="Проверьте бренд и артикул или добавьте кросс." />}
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows count={6} />}
      </div>
      {total > 0 && (
        <div className="mt-3">
          <Pagination
            page={search.page ?? 1}
            pageSize={search.page_size ?? savedPageSize()}
            total={total}
            onChange={(next) => onChange({ page: next.page, page_size: next.pageSize })}
          />
        </div>
      )}
    </>
  )
}

const NothingAsked = () => (
  <div className="rounded-lg border border-hairline bg-surface">
    <EmptyState
      icon={<IconArrowsExchange size={32} stroke={1.5} />}
      title="Найдите артикул"
      text="Введите артикул, чтобы увидеть его аналоги и замены в обе стороны."
    />
  </div>
)
