import { PRICE_FILE_FAILURES, type PriceExportItem } from '@artikul/contract/ordering/price-exports'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { moment, momentDay, shortName } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { Spinner } from '../../../ui/states/spinner.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { chosenText, bytesText, conditionsText, FORMAT_LABELS, rowsText } from './price-export-texts.ts'

interface Handlers {
  busy: boolean
  onDownload: (file: PriceExportItem) => void
  onRepeat: (file: PriceExportItem) => void
}

const titleOf = (file: PriceExportItem) => `${FORMAT_LABELS[file.format]}: ${chosenText(file)}`

function State({ file }: { file: PriceExportItem }) {
  if (file.state === 'queued') return <Tag>в очереди</Tag>
  if (file.state === 'running')
    return (
      <Tag tone="info" icon={<Spinner size={12} />}>
        {file.rows_count > 0 ? `собираем: ${rowsText(file.rows_count)}` : 'собираем'}
      </Tag>
    )
  if (file.state === 'ready') return <Tag tone="success">готов</Tag>
  return (
    <div className="py-1">
      <Tag tone="accent">не собран</Tag>
      <p className="text-xs text-text-2">{file.failure && PRICE_FILE_FAILURES[file.failure]}</p>
    </div>
  )
}

export const priceExportColumns = ({ busy, onDownload, onRepeat }: Handlers): readonly Column<PriceExportItem>[] => [
  {
    id: 'file',
    header: 'Файл',
    width: 'w-[34%]',
    lead: true,
    cell: (file) => (
      <div className="py-1">
        <p className="font-semibold break-words">{titleOf(file)}</p>
        <p className="break-words text-text-2">{conditionsText(file)}</p>
      </div>
    ),
  },
  {
    id: 'ordered',
    header: 'Заказан',
    cell: ({ created_at, ordered_by, is_daily }) => (
      <>
        {moment(created_at)}
        <p className="text-xs text-text-2">{is_daily ? 'каждый день' : shortName(ordered_by)}</p>
      </>
    ),
  },
  { id: 'state', header: 'Статус', cell: (file) => <State file={file} /> },
  {
    id: 'size',
    header: 'Размер',
    numeric: true,
    cell: ({ state, bytes, rows_count }) =>
      state === 'ready' && bytes !== null ? (
        <>
          {rowsText(rows_count)}
          <p className="text-xs text-text-2">{bytesText(bytes)}</p>
        </>
      ) : null,
  },
  { id: 'until', header: 'Хранится до', cell: ({ keep_until }) => keep_until && momentDay(keep_until) },
  {
    id: 'acts',
    header: 'Действия',
    width: 'w-32',
    cell: (file) => {
      if (file.state === 'ready')
        return (
          <Button
            size="sm"
            icon={<IconDownload size={14} />}
            aria-label={`Скачать ${titleOf(file)}`}
            onClick={() => onDownload(file)}
          >
            Скачать
          </Button>
        )
      if (file.state !== 'failed' || file.groups_gone) return null
      return (
        <Button
          size="sm"
          icon={<IconRefresh size={14} />}
          aria-label={`Повторить ${titleOf(file)}`}
          disabled={busy}
          onClick={() => onRepeat(file)}
        >
          Повторить
        </Button>
      )
    },
  },
]
