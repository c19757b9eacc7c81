import { INVOICE_DRAFT_DAYS, newInvoiceRoutes, type InvoiceDraft } from '@artikul/contract/billing/new-invoice'
import { INVOICE_KINDS } from '@artikul/contract/billing/invoices'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { moment, roubles, shortDay } from '../../../lib/text/format.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'

function aboutOf({ fields }: InvoiceDraft): string {
  const { kind, sum_kop: sum, order_ids: orders, shipment_ids: shipments, lines } = fields
  if (kind === 'advance') return sum === null || sum === 0 ? '' : roubles(sum)
  if (kind === 'orders') return `заказов: ${orders.length}`
  return kind === 'shipments' ? `отгрузок: ${shipments.length}` : `строк: ${lines.length}`
}

/** Lists the user's own drafts; the panel is hidden when there are none. */
export function InvoiceDrafts({ openId, isStaff }: { openId: number | undefined; isStaff: boolean }) {
  const drafts = useQuery(query(newInvoiceRoutes.drafts, {}))
  const remove = useApiMutation(newInvoiceRoutes.removeDraft, {
    invalidates: ['invoices/drafts'],
    onError: toastRefusal('Черновик не удалён'),
  })
  if (drafts.data?.results.length === 0) return null
  const ask = async (id: number) => {
    if (!(await confirm({ title: 'Удалить черновик?', text: 'Вернуть его будет нельзя.', dangerous: true }))) return
    remove.mutate({ params: { id } })
  }
  return (
    <QueryPanel title="Черновики" query={drafts} expected={2}>
      {({ results }) => (
        <>
          <ul className="divide-y divide-hairline">
            {results.map((draft) => (
              <li key={draft.id} className="flex items-center justify-between gap-3 px-4 py-2 text-sm">
                <div className="min-w-0">
                  <p className="font-medium break-words">
                    {[INVOICE_KINDS[draft.fields.kind], aboutOf(draft)].filter(Boolean).join(', ')}
                  </p>
                  {isStaff && <p className="break-words">{draft.contractor.name}</p>}
                  <p className="text-text-2">
                    изменён {moment(draft.changed_at)}, хранится до {shortDay(draft.until)}
                  </p>
                </div>
                <span className="flex flex-none items-center gap-1">
                  {draft.id === openId ? (
                    <span className="text-text-2">открыт</span>
                  ) : (
                    <Link to="/invoice" search={{ draft: draft.id }} className={buttonClass({ size: 'sm' })}>
                      Продолжить
                    </Link>
                  )}
                  <IconButton
                    label={`Удалить черновик: ${INVOICE_KINDS[draft.fields.kind]}, ${moment(draft.changed_at)}`}
                    icon={<IconTrash size={16} />}
                    disabled={remove.isPending}
                    onClick={() => void ask(draft.id)}
                  />
                </span>
              </li>
            ))}
          </ul>
          <p className="px-4 py-2 text-xs text-text-2">
            Черновик видите только вы; через {INVOICE_DRAFT_DAYS} дней после последней правки он удаляется.
          </p>
        </>
      )}
    </QueryPanel>
  )
}
