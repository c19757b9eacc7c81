import {
  MAX_PRICE_EXPORTS,
  PRICE_FILE_DAYS,
  type PriceExportItem,
  type PriceSchedule,
} from '@artikul/contract/ordering/price-exports'
import { useQuery } from '@tanstack/react-query'
import { IconEyeOff, IconFileDownload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useMay } from '../../../lib/session/current-session.ts'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { DailyPanel } from './daily-panel.tsx'
import { PriceExportFormPanel } from './price-export-form.tsx'
import { priceExportColumns } from './price-export-columns.tsx'
import { priceExportsQuery, useDownload, useRepeat } from './price-exports.api.ts'
import { usePriceExportForm } from './use-price-export-form.ts'

export default function PriceExportsPage() {
  const seesPrices = useMay('see_prices')
  return (
    <>
      <PageHeader title="Скачать прайс" subtitle="Ваши цены и сроки одним файлом: соберём и пришлём письмо" />
      {seesPrices ? <PriceExports /> : <PricesHidden />}
    </>
  )
}

function PriceExports() {
  const { data, error, refetch } = useQuery(priceExportsQuery)
  if (data) return <Loaded files={data.results} schedule={data.schedule} />
  return (
    <Panel flush>
      <QueryFallback error={error} onRetry={refetch} rows={10} />
    </Panel>
  )
}

function Loaded({ files, schedule }: { files: readonly PriceExportItem[]; schedule: PriceSchedule | null }) {
  const form = usePriceExportForm()
  return (
    <div className="flex flex-col gap-4">
      <div className="flex gap-4 max-lg:flex-col">
        <PriceExportFormPanel form={form} />
        <DailyPanel schedule={schedule} form={form} />
      </div>
      <Panel title="Файлы компании" flush>
        {files.length > 0 ? <FilesTable files={files} /> : <NothingOrdered />}
      </Panel>
    </div>
  )
}

function FilesTable({ files }: { files: readonly PriceExportItem[] }) {
  const { download, busy: isLinking } = useDownload()
  const { repeat, busy: isOrdering } = useRepeat()
  const busy = isLinking || isOrdering
  // Stable columns keep buttons and focus while rows are counted.
  const columns = useMemo(
    () => priceExportColumns({ busy, onDownload: download, onRepeat: repeat }),
    [busy, download, repeat],
  )
  return <DataTable label="Файлы компании" columns={columns} rows={files} rowId={({ id }) => String(id)} />
}

const NothingOrdered = () => (
  <EmptyState
    icon={<IconFileDownload size={32} stroke={1.5} />}
    title="Файлов пока нет"
    text={`Соберите первый: он появится здесь и будет храниться ${PRICE_FILE_DAYS} дней. Всего храним до ${MAX_PRICE_EXPORTS} файлов.`}
  />
)

const PricesHidden = () => (
  <Panel flush>
    <EmptyState
      icon={<IconEyeOff size={32} stroke={1.5} />}
      title="Цены вам не видны"
      text="Прайс скачивает тот, кому их показывает администратор компании, а новая компания — когда её примет менеджер."
    />
  </Panel>
)
