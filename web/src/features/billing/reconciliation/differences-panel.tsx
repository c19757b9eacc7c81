import { counted } from '@artikul/contract/core/plural'
import {
  RECONCILIATION_DIFFERENCE_KINDS,
  reconciliationRoutes,
  type ReconciliationDifference,
  type Reconciliation,
} from '@artikul/contract/billing/reconciliation'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { day } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { CountChips } from '../../../ui/lists/count-chips.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { FileButton } from '../../../ui/files/file-button.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { pageQuery } from '../../../lib/api/query.ts'
import { call } from '../../../lib/api/call.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { DifferenceDialog } from './difference-dialog.tsx'
import { DocumentOf, OutcomeTag } from './difference-words.tsx'

const columnsOf = (onOpen: (id: number) => void): readonly Column<ReconciliationDifference>[] => [
  {
    id: 'kind',
    header: 'Расхождение',
    lead: true,
    cell: ({ kind }) => (
      <span className="font-semibold whitespace-nowrap">{RECONCILIATION_DIFFERENCE_KINDS[kind]}</span>
    ),
  },
  { id: 'ours', header: 'У поставщика', cell: ({ ours }) => <DocumentOf document={ours} /> },
  {
    id: 'theirs',
    header: 'У покупателя',
    cell: ({ theirs }) => <DocumentOf document={theirs} row={theirs?.row_number} />,
  },
  {
    id: 'by',
    header: 'Разница, ₽',
    numeric: true,
    cell: ({ ours, theirs }) => <Money kop={(ours?.kop ?? 0) - (theirs?.kop ?? 0)} sign={false} />,
  },
  {
    id: 'state',
    header: 'Статус',
    cell: ({ outcome, messages_count: count }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <OutcomeTag outcome={outcome} />
        {count > 0 && (
          <span className="text-sm whitespace-nowrap text-text-2">
            {counted(count, 'сообщение', 'сообщения', 'сообщений')}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'open',
    header: 'Действие',
    cell: ({ id, kind, ours, theirs, outcome }) => (
      <Button
        size="sm"
        aria-label={`${outcome === null ? 'Обсудить' : 'Открыть'}: ${RECONCILIATION_DIFFERENCE_KINDS[kind]}, ${(ours ?? theirs)?.text}`}
        onClick={() => onOpen(id)}
      >
        {outcome === null ? 'Обсудить' : 'Открыть'}
      </Button>
    ),
  },
]

export interface DifferencesSearch extends PageSearch {
  /** State filter; undefined: open differences. */
  state?: 'closed' | undefined
}

interface Props {
  reconciliation: Reconciliation
  search: DifferencesSearch
  onChange: (next: DifferencesSearch) => void
}

/** Differences of a reconciliation, without matching documents. */
export function DifferencesPanel({ reconciliation, search, onChange }: Props) {
  const { open_count: open, closed_count: closed, matched_count: matched, from, to } = reconciliation
  const { page, page_size, state = 'open' } = search
  const params = { id: reconciliation.id }
  const list = useQuery(pageQuery(reconciliationRoutes.differences, { params, query: { page, page_size, state } }))
  const [shownId, setShownId] = useState<number | null>(null)
  const columns = useMemo(() => columnsOf(setShownId), [])
  const shown = list.data?.results.find((difference) => difference.id === shownId)
  return (
    <div>
      <PagedPanel
        title="Расхождения"
        actions={
          <div className="flex flex-wrap items-center gap-2">
            <CountChips
              label="Какие расхождения"
              chips={[
                { value: 'open', label: 'Открытые', count: open, isUrgent: true },
                { value: 'closed', label: 'Закрытые', count: closed },
              ]}
              value={state}
              onValueChange={(next) => onChange({ state: next === 'closed' ? next : undefined })}
            />
            <FileButton
              name={`Расхождения ${day(from)}–${day(to)}.xlsx`}
              disabled={open + closed === 0}
              file={() => call(reconciliationRoutes.file, { params })}
            />
          </div>
        }
        label="Расхождения"
        columns={columns}
        query={list}
        rowId={(difference) => String(difference.id)}
        expected={4}
        empty={
          <EmptyState
            icon={<IconCircleCheck size={32} stroke={1.5} />}
            title={state === 'closed' ? 'Закрытых расхождений нет' : 'Открытых расхождений нет'}
            text={`Сошлось: ${counted(matched, 'документ', 'документа', 'документов')}.`}
          />
        }
        search={search}
        onChange={onChange}
        moreThan={50}
      />
      {shown && <DifferenceDialog difference={shown} onClose={() => setShownId(null)} />}
    </div>
  )
}
