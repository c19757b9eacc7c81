import { reportNameOf, type CrossImport } from '@artikul/contract/crosses'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { messageOf } from '../../lib/api-error.ts'
import { saveBlob } from '../../lib/download.ts'
import { Button } from '../../ui/button.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { toast } from '../../ui/toast.ts'
import { refusedQuery, refusedReport } from './crosses.api.ts'

const CELL = 'px-2 py-1.5 text-left align-top'
const TITLES = ['Строка', 'Бренд', 'Артикул', 'Бренд аналога', 'Артикул аналога', 'Причина']

/** The first rows that are not taken, each with its reason; all of them as a file. */
export function RefusedRows({ item }: { item: CrossImport }) {
  const { data, error, refetch } = useQuery(refusedQuery(item))
  const report = useMutation({
    mutationFn: () => refusedReport(item),
    onSuccess: (blob) => saveBlob(blob, reportNameOf(item.file_name)),
    onError: (failure) => toast({ severity: 'error', summary: 'Отчёт не загружен', detail: messageOf(failure) }),
  })
  if (item.refused_count + item.unknown_count === 0 || data?.length === 0) return null
  return (
    <section aria-label="Не принятые строки">
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">Не принятые строки</h3>
        <Button size="sm" icon={<IconDownload size={16} />} busy={report.isPending} onClick={() => report.mutate()}>
          Скачать все
        </Button>
      </div>
      {!data && <NotLoaded error={error} onRetry={refetch} rows={3} />}
      {data && (
        <div
          className="max-h-72 overflow-auto rounded-md border border-hairline"
          tabIndex={0}
          role="region"
          aria-label="Строки и причины"
        >
          <table className="w-full text-sm">
            <thead className="text-text-2">
              <tr className="border-b border-hairline">
                {TITLES.map((title) => (
                  <th key={title} scope="col" className={`${CELL} font-medium whitespace-nowrap`}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.map((row) => (
                <tr key={row.row} className="border-b border-hairline last:border-0">
                  {[row.row, row.brand, row.article, row.other_brand, row.other_article].map((text, at) => (
                    <td key={TITLES[at]} className={CELL}>
                      {text}
                    </td>
                  ))}
                  <td className={`${CELL} ${row.is_unknown ? 'text-text-2' : 'text-accent'}`}>{row.reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
