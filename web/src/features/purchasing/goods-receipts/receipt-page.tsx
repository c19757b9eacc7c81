import type { Receipt } from '@artikul/contract/purchasing/goods-receipts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { day } from '../../../lib/text/format.ts'
import { useTitle } from '../../../lib/page/head.ts'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { receiptQuery } from './goods-receipts.api.ts'
import { ReceiptActions } from './receipt-actions.tsx'
import { ReceiptCount } from './receipt-count.tsx'
import { ReceiptDone } from './receipt-done.tsx'
import { ReceiptStateTag } from './receipt-words.tsx'

const route = getRouteApi('/goods-receipts/$id')
const CRUMB = { label: 'Приёмка', to: '/goods-receipts' }

/** One delivery: counted as a draft, then shown as posted. */
export default function ReceiptPage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(receiptQuery(id))
  if (data) return <Loaded receipt={data} />
  return (
    <>
      <PageHeader title="Приёмка" crumbs={[CRUMB, { label: 'УПД' }]} />
      <Panel flush>
        <QueryFallback error={error} onRetry={refetch} />
      </Panel>
    </>
  )
}

function Loaded({ receipt }: { receipt: Receipt }) {
  useTitle(`УПД № ${receipt.number}`)
  return (
    <>
      <PageHeader
        crumbs={[CRUMB, { label: `УПД № ${receipt.number}` }]}
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            УПД № {receipt.number} <ReceiptStateTag state={receipt.state} />
          </span>
        }
        subtitle={`от ${day(receipt.made_on)}, ${receipt.source.name}`}
        actions={<ReceiptActions receipt={receipt} />}
      />
      {receipt.state === 'draft' ? <ReceiptCount receipt={receipt} /> : <ReceiptDone receipt={receipt} />}
    </>
  )
}
