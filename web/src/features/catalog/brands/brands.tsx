import type { BrandItem, NearBrand } from '@artikul/contract/catalog/brands'
import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { IconTag } from '@tabler/icons-react'
import { Suspense, useCallback, useMemo, useState, type ComponentType } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { FilterField } from '../../../ui/fields/filter-field.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { PagedTable } from '../../../ui/lists/paged-table.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Pages } from '../../../ui/lists/pages.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { brandColumns } from './brand-columns.tsx'
import { FILTERS } from './brand-words.ts'
import { brandsQuery, unverifiedQuery, type BrandsProps, type BrandsSearch } from './brands.api.ts'
import { useVerify } from './use-verify.ts'

const BrandDialog = lazyWindow(() => import('./brand-dialog.tsx'))
const MergeDialog = lazyWindow(() => import('./merge-dialog.tsx'))

interface Merging {
  brand: BrandItem
  /** Brand to merge with, when already chosen. */
  near: NearBrand | null
}

interface Props extends BrandsProps {
  /** Certificates of a brand; belong to another feature. */
  certificates?: ComponentType<{ brandId: number }>
}

/** Brands of the catalogue, including unverified ones added by imports. */
export default function Brands({ search, onChange, certificates }: Props) {
  const [open, setOpen] = useState<number | null>(null)
  const [merging, setMerging] = useState<Merging | null>(null)
  const merge = useCallback((brand: BrandItem, near: NearBrand | null) => setMerging({ brand, near }), [])
  const unverified = useQuery(unverifiedQuery())
  return (
    <>
      <BrandFilters search={search} onChange={onChange} />
      {unverified.isPending ? (
        // The count of unverified brands is above the table and loads first, so that rows do not move.
        <Panel flush>
          <QueryFallback error={null} onRetry={unverified.refetch} rows={14} />
        </Panel>
      ) : (
        <>
          {search.filter !== 'unverified' && (
            <Unverified
              count={unverified.data?.pagination.total_count ?? 0}
              onShow={() => onChange({ filter: 'unverified', q: undefined })}
            />
          )}
          <BrandTable search={search} onChange={onChange} onOpen={setOpen} onMerge={merge} />
        </>
      )}
      <Suspense>
        {open !== null && (
          <BrandDialog
            id={open}
            certificates={certificates}
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

interface TableProps extends BrandsProps {
  onOpen: (id: number) => void
  onMerge: (brand: BrandItem, near: NearBrand | null) => void
}

function BrandTable({ search, onChange, onOpen, onMerge }: TableProps) {
  const list = useQuery(brandsQuery(search))
  const [selected, setSelected] = useState<Record<string, true>>({})
  const { verify, verifying } = useVerify(() => setSelected({}))
  const columns = useMemo(
    () => brandColumns({ verifying, onOpen, onVerify: verify, onMerge }),
    [verifying, onOpen, verify, onMerge],
  )
  const chosen = list.data?.results.filter(({ id, is_verified }) => selected[id] && !is_verified) ?? []
  return (
    <>
      <Panel flush>
        <PagedTable
          label="Бренды"
          columns={columns}
          query={list}
          rowId={({ id }) => String(id)}
          rowLabel={({ name }) => name}
          empty={<NoBrands search={search} onChange={onChange} />}
          {...(search.filter === 'unverified' && { selected, onSelectedChange: setSelected })}
        />
      </Panel>
      {chosen.length > 0 && (
        <VerifyBar count={chosen.length} busy={verifying.length > 0} onVerify={() => verify(chosen)} />
      )}
      <Pages query={list} search={search} onChange={onChange} />
    </>
  )
}

const VerifyBar = ({ count, busy, onVerify }: { count: number; busy: boolean; onVerify: () => void }) => (
  <div className="sticky bottom-[calc(var(--foot)+0.5rem)] z-[5] mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-control bg-surface p-3 text-sm shadow-2xl">
    <span role="status">Выбрано: {counted(count, 'бренд', 'бренда', 'брендов')}</span>
    <Button look="primary" busy={busy} onClick={onVerify}>
      Это новые бренды
    </Button>
  </div>
)

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

/** Notice of unverified brands on every page of the section. */
function Unverified({ count, onShow }: { count: number; onShow: () => void }) {
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
