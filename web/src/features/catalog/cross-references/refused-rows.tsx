import {
  reportNameOf,
  crossReferenceRoutes,
  type CrossReferenceImport,
  type CrossReferenceRow,
} from '@artikul/contract/catalog/cross-references'
import { useQuery } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { saveBlob } from '../../../lib/api/download.ts'
import { Button } from '../../../ui/button.tsx'
import { FileRows, type FileColumn } from '../../../ui/files/file-rows.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'

const COLUMNS: readonly FileColumn<CrossReferenceRow>[] = [
  { title: 'Бренд', cell: ({ brand }) => brand },
  { title: 'Артикул', cell: ({ article }) => article },
  { title: 'Бренд аналога', cell: ({ other_brand: brand }) => brand },
  { title: 'Артикул аналога', cell: ({ other_article: article }) => article },
  {
    title: 'Причина',
    cell: ({ reason, is_unknown }) => <span className={is_unknown ? 'text-text-2' : 'text-accent'}>{reason}</span>,
  },
]

/** Lists the first rejected rows with their reasons; all of them can be downloaded as a file. */
export function RefusedRows({ item }: { item: CrossReferenceImport }) {
  const { data, error, refetch } = useQuery(query(crossReferenceRoutes.refused, { params: { id: item.id } }))
  const report = useApiMutation(crossReferenceRoutes.report, {
    onSuccess: (blob) => saveBlob(blob, reportNameOf(item.file_name)),
    onError: toastRefusal('Отчёт не загружен'),
  })
  if (item.refused_count + item.unknown_count === 0 || data?.results.length === 0) return null
  return (
    <section aria-label="Отклонённые строки">
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">Отклонённые строки</h3>
        <Button
          size="sm"
          icon={<IconDownload size={16} />}
          busy={report.isPending}
          onClick={() => report.mutate({ params: { id: item.id } })}
        >
          Скачать все
        </Button>
      </div>
      {!data && <QueryFallback error={error} onRetry={refetch} rows={3} />}
      {data && <FileRows label="Строки и причины" columns={COLUMNS} rows={data.results} />}
    </section>
  )
}
