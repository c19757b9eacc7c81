import { crossReferenceRoutes, type CrossReferenceImport } from '@artikul/contract/catalog/cross-references'
import { counted } from '@artikul/contract/core/plural'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconFileImport } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { moment } from '../../../lib/text/format.ts'
import { newIdempotencyKey } from '../../../lib/api/idempotency-key.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { STATES } from './cross-reference-texts.ts'

const ImportDialog = lazyWindow(() => import('./import-dialog.tsx'))

const columns = (
  onOpen: (item: CrossReferenceImport) => void,
  onRollBack: (item: CrossReferenceImport) => void,
): readonly Column<CrossReferenceImport>[] => [
  {
    id: 'file',
    header: 'Файл',
    lead: true,
    opens: true,
    width: 'w-1/4',
    cell: (item) => (
      <button type="button" className="text-left font-semibold break-all quiet-link" onClick={() => onOpen(item)}>
        {item.file_name}
      </button>
    ),
  },
  { id: 'created', header: 'Прочитан', cell: ({ created_at }) => moment(created_at) },
  { id: 'state', header: 'Статус', cell: ({ state }) => STATES[state] },
  { id: 'rows', header: 'Строк', numeric: true, cell: ({ rows_count }) => rows_count },
  {
    id: 'added',
    header: 'Добавлено кроссов',
    numeric: true,
    cell: ({ cross_references_added }) => cross_references_added,
  },
  {
    id: 'acts',
    header: 'Действия',
    cell: (item) =>
      item.is_last && (
        <Button size="sm" onClick={() => onRollBack(item)}>
          Отменить загрузку
        </Button>
      ),
  },
]

function useRollBack() {
  const { mutate } = useMutation({
    mutationFn: ({ id }: CrossReferenceImport) =>
      call(crossReferenceRoutes.rollBack, { params: { id }, body: {}, idempotencyKey: newIdempotencyKey() }),
    onSuccess: (_, item) => toast({ severity: 'success', summary: 'Загрузка отменена', detail: item.file_name }),
    onError: toastRefusal('Загрузка не отменена'),
    onSettled: useInvalidate('cross-references', 'cross-reference-imports'),
  })
  return async (item: CrossReferenceImport) => {
    const title = `Отменить загрузку «${item.file_name}»?`
    const text = `Пропадут ${counted(item.cross_references_added, 'кросс', 'кросса', 'кроссов')} этого файла, кроме изменённых вручную. Добавленные товары останутся.`
    if (await confirm({ title, text, dangerous: true })) mutate(item)
  }
}

/** Imports of cross references with their counts; the last one can be rolled back. */
export function CrossReferenceImports() {
  const imports = useQuery(query(crossReferenceRoutes.imports, {}))
  const [open, setOpen] = useState<CrossReferenceImport | 'new' | null>(null)
  const takeBack = useRollBack()
  const shown = useMemo(() => columns(setOpen, (item) => void takeBack(item)), [takeBack])
  const load = (
    <Button icon={<IconFileImport size={16} />} onClick={() => setOpen('new')}>
      Загрузить из файла
    </Button>
  )
  return (
    <div className="mt-4">
      <QueryPanel title="Загрузки кроссов" query={imports} expected={3} actions={load}>
        {({ results: rows }) =>
          rows.length > 0 ? (
            <DataTable label="Загрузки кроссов" columns={shown} rows={rows} rowId={({ id }) => String(id)} />
          ) : (
            <EmptyState
              title="Загрузок ещё не было"
              text="Подойдёт файл XLSX, XLS или CSV со столбцами «Бренд», «Артикул», «Бренд аналога», «Артикул аналога»."
            />
          )
        }
      </QueryPanel>
      {open !== null && (
        <Suspense>
          <ImportDialog stored={open === 'new' ? null : open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  )
}
