import { formatQty } from '@artikul/contract/core/money'
import type { PriceImport } from '@artikul/contract/suppliers/price-lists'
import { moment } from '../../../lib/text/format.ts'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { authorText, changesText, durationText, emailText, progressText } from './price-list-words.ts'
import { isWorking, useImportProgress } from './price-lists.api.ts'
import { ImportStateTag } from './state-tag.tsx'

export const importColumns = (onOpen: (id: number) => void): readonly Column<PriceImport>[] => [
  {
    id: 'file',
    header: 'Файл',
    lead: true,
    opens: true,
    width: 'w-1/4',
    cell: ({ id, file_name, letter }) => (
      <span className="block lg:py-1.5">
        <button type="button" className="text-left font-semibold break-all quiet-link" onClick={() => onOpen(id)}>
          {file_name}
        </button>
        {letter && <span className="block text-xs break-words text-text-2">{emailText(letter)}</span>}
      </span>
    ),
  },
  { id: 'warehouse', header: 'Склад', cell: ({ warehouse }) => warehouse },
  { id: 'state', header: 'Статус', width: 'w-1/5', cell: (item) => <State item={item} /> },
  {
    id: 'rows',
    header: 'Принято строк',
    numeric: true,
    cell: ({ rows_count, accepted_count }) =>
      rows_count > 0 && `${formatQty(accepted_count)} из ${formatQty(rows_count)}`,
  },
  { id: 'changes', header: 'Предложения', width: 'w-44', cell: changesText },
  {
    id: 'author',
    header: 'Кто и когда',
    cell: (item) => (
      <span className="block whitespace-nowrap lg:py-1.5">
        {authorText(item)}
        <span className="block text-xs text-text-2">
          {moment(item.created_at)}
          {durationText(item) && `, ${durationText(item)}`}
        </span>
      </span>
    ),
  },
]

/** State of the import with its progress, failure or first doubt. */
function State({ item }: { item: PriceImport }) {
  const live = useImportProgress(item)
  const note = isWorking(live) ? progressText(live) : (live.failure ?? live.doubts[0])
  return (
    <span className="block lg:py-1.5">
      <ImportStateTag state={live.state} />
      {note && <span className="mt-0.5 block text-xs text-text-2">{note}</span>}
    </span>
  )
}
