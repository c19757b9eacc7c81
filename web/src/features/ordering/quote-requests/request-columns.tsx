import type { RequestItem } from '@artikul/contract/ordering/quote-requests'
import { Link } from '@tanstack/react-router'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { RequestDeadlineText, QuoteRequestStateTag } from './request-state.tsx'
import { useRequestActs } from './quote-requests.api.ts'

const NUMBER: Column<RequestItem> = {
  id: 'number',
  header: 'Запрос',
  width: 'w-[38%]',
  lead: true,
  opens: true,
  cell: (request) => (
    <div className="py-1">
      <Link
        to="/requests/$id"
        params={{ id: String(request.id) }}
        className="font-semibold whitespace-nowrap quiet-link"
      >
        {request.number}
      </Link>
      <p className="line-clamp-2 break-words text-text-2">
        {request.subject}
        {request.rows_count > 1 && ` и ещё ${request.rows_count - 1}`}
      </p>
    </div>
  ),
}

const STATE: Column<RequestItem> = {
  id: 'state',
  header: 'Статус',
  cell: (request) => (
    <div className="flex flex-col items-start gap-0.5 py-1">
      <QuoteRequestStateTag state={request.state} />
      <RequestDeadlineText request={request} />
    </div>
  ),
}

const ASKER: Column<RequestItem> = { id: 'asker', header: 'Спросил', cell: ({ asker }) => asker }

const CREATED: Column<RequestItem> = {
  id: 'created_at',
  header: 'Создан',
  cell: ({ created_at }) => <span className="whitespace-nowrap">{moment(created_at)}</span>,
}

export const CLIENT_COLUMNS: readonly Column<RequestItem>[] = [
  NUMBER,
  STATE,
  ASKER,
  { id: 'manager', header: 'Отвечает', cell: ({ manager }) => manager },
  CREATED,
]

export const staffColumns = (onCompany: (id: number) => void): readonly Column<RequestItem>[] => [
  NUMBER,
  STATE,
  {
    id: 'contractor',
    header: 'Покупатель',
    cell: ({ contractor, contractor_id }) => (
      <button type="button" className="text-left quiet-link" onClick={() => onCompany(contractor_id)}>
        {contractor}
      </button>
    ),
  },
  ASKER,
  { id: 'manager', header: 'Отвечает', cell: (request) => <Answerer request={request} /> },
  CREATED,
]

function Answerer({ request }: { request: RequestItem }) {
  const { take, isTaking } = useRequestActs(request)
  if (request.manager !== null || request.state === 'closed') return request.manager
  return (
    <Button size="sm" busy={isTaking} onClick={take}>
      Взять в работу<span className="sr-only"> запрос {request.number}</span>
    </Button>
  )
}
