import { keysOf } from '@artikul/contract/core/keys'
import { onlineSupplierRoutes, type SupplierStatus } from '@artikul/contract/suppliers/online-suppliers'
import { LINE_STATES } from '@artikul/contract/ordering/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { useMayChange } from '../../../lib/session/use-may-change.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { RowSelect } from '../../../ui/fields/select.tsx'
import { toastDone } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { suppliersChange } from './online-suppliers.api.ts'

const UNKNOWN = 'Не сопоставлено'
const STATES = keysOf(LINE_STATES).map((value) => ({ value, label: LINE_STATES[value] }))

/** The supplier's states of order lines, each mapped to a state of the portal. */
export function Statuses({ id }: { id: number }) {
  const statuses = useQuery(query(onlineSupplierRoutes.statuses, { params: { id } }))
  const mayChange = useMayChange()
  const read = useApiMutation(onlineSupplierRoutes.readStatuses, suppliersChange('Статусы не загружены'))
  const load = mayChange && (
    <Button
      size="sm"
      icon={<IconDownload size={14} />}
      busy={read.isPending}
      onClick={() => read.mutate({ params: { id }, body: {} }, { onSuccess: toastDone('Статусы загружены') })}
    >
      Загрузить статусы
    </Button>
  )
  return (
    <QueryPanel title="Статусы строк заказа у поставщика" query={statuses} actions={load}>
      {({ results: all }) =>
        all.length > 0 ? (
          <ul>
            {all.map((status) => (
              <StatusRow key={status.code} id={id} status={status} mayChange={mayChange} />
            ))}
          </ul>
        ) : (
          <EmptyState
            title="Статусов пока нет"
            text="Загрузите их у поставщика и укажите, что каждый значит для строки заказа."
          />
        )
      }
    </QueryPanel>
  )
}

interface RowProps {
  id: number
  status: SupplierStatus
  mayChange: boolean
}

function StatusRow({ id, status: { code, name, state }, mayChange }: RowProps) {
  const map = useApiMutation(onlineSupplierRoutes.mapStatus, suppliersChange('Статус не сопоставлен'))
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline px-4 py-1.5 text-sm first:border-0">
      <span className="min-w-0 flex-1 basis-40 break-words">
        <span className="font-medium">{name}</span> <span className="text-text-2">код {code}</span>
      </span>
      <span className="min-w-0 flex-1 basis-56 sm:max-w-80">
        {mayChange ? (
          <RowSelect
            label={`Что значит «${name}»`}
            items={STATES}
            placeholder={UNKNOWN}
            disabled={map.isPending}
            value={state}
            onValueChange={(next) => map.mutate({ params: { id }, body: { code, state: next } })}
          />
        ) : state === null ? (
          UNKNOWN
        ) : (
          LINE_STATES[state]
        )}
      </span>
    </li>
  )
}
