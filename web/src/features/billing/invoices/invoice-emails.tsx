import { invoiceEmailRoutes, type InvoiceEmail } from '@artikul/contract/billing/invoice-emails'
import type { EmailState } from '@artikul/contract/platform/email-states'
import { useQuery } from '@tanstack/react-query'
import { moment } from '../../../lib/text/format.ts'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import { query } from '../../../lib/api/query.ts'

const STATES: Record<EmailState, [Tone, string]> = {
  waiting: ['info', 'Отправляется'],
  sent: ['success', 'Отправлено'],
  failed: ['accent', 'Не отправлено'],
  kept: ['warn', 'Ждёт почтового сервера'],
}

function State({ state }: { state: EmailState | null }) {
  const [tone, label] = state === null ? (['neutral', 'Отправлено давно'] as const) : STATES[state]
  return <Tag tone={tone}>{label}</Tag>
}

const COLUMNS: readonly Column<InvoiceEmail>[] = [
  { id: 'to', header: 'Кому', lead: true, cell: ({ to }) => <span className="break-all">{to}</span> },
  { id: 'at', header: 'Когда', cell: ({ at }) => moment(at) },
  { id: 'by', header: 'Кто отправил', cell: ({ by }) => by },
  { id: 'state', header: 'Статус', cell: ({ state }) => <State state={state} /> },
]

/** Polling interval while an email waits to be sent. */
const POLL_MS = 4000

/** Polls while an email waits to be sent. */
export const invoiceEmailsQuery = (id: number) =>
  query(
    invoiceEmailRoutes.list,
    { params: { id } },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.results.some(({ state }) => state === 'waiting') === true && POLL_MS,
    },
  )

/** Lists the recipients of the invoice; renders nothing when it has not been emailed. */
export function InvoiceEmails({ invoiceId }: { invoiceId: number }) {
  const { data } = useQuery(invoiceEmailsQuery(invoiceId))
  if (!data || data.results.length === 0) return null
  return (
    <div className="mx-auto mt-4 max-w-[210mm]" data-screen-only="">
      <Panel title="Письма со счётом" flush>
        <DataTable label="Письма со счётом" columns={COLUMNS} rows={data.results} rowId={({ id }) => String(id)} />
      </Panel>
    </div>
  )
}
