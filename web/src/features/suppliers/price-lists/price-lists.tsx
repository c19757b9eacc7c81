import { PRICE_IMPORT_STATES, type PriceImportState } from '@artikul/contract/suppliers/price-import-states'
import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { IconFileImport, IconMail, IconSettings } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { useMayChange } from '../../../lib/session/use-may-change.ts'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { importColumns } from './import-columns.tsx'
import { priceImportsQuery, priceListWarehousesQuery, type PriceListsProps } from './price-lists.api.ts'

const UploadDialog = lazyWindow(() => import('./upload-dialog.tsx'))
const ImportDialog = lazyWindow(() => import('./import-dialog.tsx'))
const SettingsDialog = lazyWindow(() => import('./settings-dialog.tsx'))
const MailDesk = lazy(() => import('./mailbox-desk.tsx'))

const STATES = Object.entries(PRICE_IMPORT_STATES).map(([value, label]) => ({
  value: value as PriceImportState,
  label,
}))

/** Price lists of own and partners' warehouses: upload, review of changes, history and rollback. */
export default function PriceLists(props: PriceListsProps) {
  if (props.search.desk !== 'mail') return <ImportsDesk {...props} />
  return (
    <Suspense fallback={<SkeletonRows count={10} />}>
      <MailDesk {...props} />
    </Suspense>
  )
}

function ImportsDesk({ search, onChange }: PriceListsProps) {
  const [window, setWindow] = useState<'upload' | 'settings' | null>(null)
  const mayChange = useMayChange()
  const { data: stock } = useQuery(priceListWarehousesQuery)
  const warehouses = stock?.results ?? []
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-2">
        <search
          className="grid flex-1 basis-full gap-2 sm:basis-0 sm:grid-cols-[minmax(12rem,20rem)_12rem]"
          data-screen-only=""
        >
          <SearchSelect
            label="Склад"
            placeholder="Любой"
            items={warehouses.map(({ id, name }) => ({ value: id, label: name }))}
            value={search.warehouse_id ?? null}
            onValueChange={(id) => onChange({ warehouse_id: id ?? undefined })}
          />
          <Select
            label="Статус"
            placeholder="Любой"
            items={STATES}
            value={search.import_state ?? null}
            onValueChange={(state) => onChange({ import_state: state ?? undefined })}
          />
        </search>
        <div className="flex flex-wrap gap-2" data-screen-only="">
          <Button icon={<IconMail size={16} />} onClick={() => onChange({ desk: 'mail' })}>
            Почта
          </Button>
          {mayChange && (
            <>
              <Button icon={<IconSettings size={16} />} onClick={() => setWindow('settings')}>
                Приём прайс-листов
              </Button>
              <Button look="primary" icon={<IconFileImport size={16} />} onClick={() => setWindow('upload')}>
                Загрузить прайс-лист
              </Button>
            </>
          )}
        </div>
      </div>
      {search.import_state === undefined && <Waiting onChange={onChange} />}
      <Imports search={search} onChange={onChange} />
      <Suspense>
        {window === 'upload' && (
          <UploadDialog
            warehouseId={search.warehouse_id ?? null}
            onClose={() => setWindow(null)}
            onSent={(id) => {
              setWindow(null)
              onChange({ import_id: id })
            }}
          />
        )}
        {window === 'settings' && (
          <SettingsDialog warehouseId={search.warehouse_id ?? null} onClose={() => setWindow(null)} />
        )}
        {search.import_id !== undefined && (
          <ImportDialog id={search.import_id} onClose={() => onChange({ page: search.page, import_id: undefined })} />
        )}
      </Suspense>
    </>
  )
}

/** Notice of automatic imports, nightly ones included, that wait for a decision. */
function Waiting({ onChange }: Pick<PriceListsProps, 'onChange'>) {
  const { data } = useQuery(priceImportsQuery({ import_state: 'waiting' }))
  const count = data?.pagination.total_count ?? 0
  if (count === 0) return null
  return (
    <div className="mb-3">
      <Notice tone="warn">
        Ждут решения: {counted(count, 'прайс-лист', 'прайс-листа', 'прайс-листов')} с сомнительными ценами или
        остатками.{' '}
        <button
          type="button"
          className="font-medium text-brand underline underline-offset-2"
          onClick={() => onChange({ import_state: 'waiting' })}
        >
          Показать
        </button>
      </Notice>
    </div>
  )
}

function Imports({ search, onChange }: PriceListsProps) {
  const list = useQuery(priceImportsQuery(search))
  const { page } = search
  const columns = useMemo(() => importColumns((id) => onChange({ page, import_id: id })), [onChange, page])
  const isNarrowed = search.warehouse_id !== undefined || search.import_state !== undefined
  return (
    <PagedPanel
      label="Загрузки прайс-листов"
      columns={columns}
      query={list}
      rowId={({ id }) => String(id)}
      empty={isNarrowed ? <NothingFound onChange={onChange} /> : <NothingYet />}
      search={search}
      onChange={onChange}
    />
  )
}

const NothingYet = () => (
  <EmptyState
    icon={<IconFileImport size={32} stroke={1.5} />}
    title="Загрузок ещё не было"
    text="Подойдёт прайс-лист XLSX, XLS, ODS, CSV или архив с ним: столбцы найдём сами, а до записи покажем, что изменится."
  />
)

const NothingFound = ({ onChange }: Pick<PriceListsProps, 'onChange'>) => (
  <EmptyState
    title="Таких загрузок нет"
    action={
      <Button onClick={() => onChange({ warehouse_id: undefined, import_state: undefined })}>Показать все</Button>
    }
  />
)
