import type { BrandItem, NearBrand } from '@artikul/contract/brands'
import { counted } from '@artikul/contract/plural'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconTag } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { savedPageSize } from '../../lib/page-size.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { brandColumns } from './brand-columns.tsx'
import { FILTERS } from './brand-words.ts'
import { brandsQuery, changeBrand, type BrandsProps, type BrandsSearch } from './brands.api.ts'

const BrandDialog = lazy(() => import('./brand-dialog.tsx'))
const MergeDialog = lazy(() => import('./merge-dialog.tsx'))

interface Merging {
  brand: BrandItem
  /** With which, where that is already chosen. */
  near: NearBrand | null
}

function useVerify() {
  const queryClient = useQueryClient()
  const { mutate, variables, isPending } = useMutation({
    mutationFn: ({ id, version }: BrandItem) => changeBrand(id, { version, is_verified: true }),
    onSuccess: (_, { name }) => toast({ severity: 'success', summary: 'Бренд проверен', detail: name }),
    onError: (error) => toast({ severity: 'error', summary: 'Бренд не сохранён', detail: messageOf(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['brands'] }),
  })
  return { verify: mutate, verifying: isPending ? variables.id : null }
}

/** Brands of the catalogue, and those that imports have added and nobody has looked at. */
export default function Brands({ search, onChange }: BrandsProps) {
  const { data, error, isPlaceholderData, refetch } = useQuery(brandsQuery(search))
  const [open, setOpen] = useState<number | null>(null)
  const [merging, setMerging] = useState<Merging | null>(null)
  const { verify, verifying } = useVerify()
  const merge = useCallback((brand: BrandItem, near: NearBrand | null) => setMerging({ brand, near }), [])
  const columns = useMemo(
    () => brandColumns({ verifying, onOpen: setOpen, onVerify: verify, onMerge: merge }),
    [verifying, verify, merge],
  )
  const total = data?.pagination.total_count ?? 0
  return (
    <>
      <BrandFilters search={search} onChange={onChange} />
      {search.filter !== 'unverified' && <Unverified onShow={() => onChange({ filter: 'unverified', q: undefined })} />}
      <div className="rounded-lg border border-hairline bg-surface">
        {data && total > 0 && (
          <DataTable
            label="Бренды"
            columns={columns}
            rows={data.results}
            rowId={({ id }) => String(id)}
            stale={isPlaceholderData}
          />
        )}
        {data && total === 0 && <NoBrands search={search} onChange={onChange} />}
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows count={14} />}
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
      <Suspense>
        {open !== null && (
          <BrandDialog
            id={open}
            onClose={() => setOpen(null)}
            onMerge={(brand) => {
              setOpen(null)
              merge(brand, null)
            }}
          />
        )}
        {merging && <MergeDialog {...merging} onClose={() => setMerging(null)} />}
      </Suspense>
    </>
  )
}

const BrandFilters = ({ search, onChange }: BrandsProps) => (
  <search className="mb-3 grid gap-2 sm:grid-cols-[minmax(14rem,22rem)_16rem]" data-screen-only="">
    <FilterField label="Любое написание" maxLength={100} value={search.q} onCommit={(q) => onChange({ q })} />
    <Select
      label="Показать"
      placeholder="Все бренды"
      items={FILTERS}
      value={search.filter ?? null}
      onValueChange={(filter) => onChange({ filter: filter ?? undefined })}
    />
  </search>
)

/** What waits is told wherever one stands: the answer is the first page of the queue itself. */
function Unverified({ onShow }: { onShow: () => void }) {
  const { data } = useQuery(brandsQuery({ filter: 'unverified' }))
  const count = data?.pagination.total_count ?? 0
  if (count === 0) return null
  return (
    <div className="mb-3">
      <Notice tone="warn">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          Из прайс-листов пришли новые бренды: {counted(count, 'бренд', 'бренда', 'брендов')} без проверки.
          <Button size="sm" onClick={onShow}>
            Проверить
          </Button>
        </div>
      </Notice>
    </div>
  )
}

function NoBrands({ search: { q, filter }, onChange }: BrandsProps) {
  const all: BrandsSearch = { q: undefined, filter: undefined }
  if (filter === 'unverified' && q === undefined)
    return (
      <EmptyState
        icon={<IconTag size={32} stroke={1.5} />}
        title="Новых брендов нет"
        text="Сюда попадают бренды, которых ещё не было, когда их приносит прайс-лист."
        action={<Button onClick={() => onChange(all)}>Показать все</Button>}
      />
    )
  return (
    <EmptyState
      title="Таких брендов нет"
      text="Измените написание или отбор."
      action={<Button onClick={() => onChange(all)}>Сбросить</Button>}
    />
  )
}
