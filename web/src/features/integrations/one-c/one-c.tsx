import { oneCRoutes, type OneCAccess } from '@artikul/contract/integrations/one-c'
import { sellerRoutes } from '@artikul/contract/companies/sellers'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useHasRight } from '../../../lib/session/current-session.ts'
import { Button } from '../../../ui/button.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { NodeCard } from './node-card.tsx'
import { NodePage } from './node-page.tsx'
import { nodesQuery, ONE_C_KEYS, type OneCProps } from './one-c.api.ts'

const NewNodeDialog = lazyWindow(() => import('./new-node-dialog.tsx'))
const AccessDialog = lazyWindow(() => import('./access-dialog.tsx'))

/** Exchange with 1C: connected bases, what they exchange, and what waits for a person. */
export default function OneC({ search, onChange }: OneCProps) {
  const mayWrite = useHasRight('administrator')
  const { data, error, refetch } = useQuery(nodesQuery)
  const [isAdding, setAdding] = useState(false)
  const [access, setAccess] = useState<OneCAccess | null>(null)
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={6} />
  const node = data.results.find(({ id }) => id === search.node_id)
  const acts = mayWrite && (
    <div className="flex flex-wrap gap-2">
      <Button look="primary" icon={<IconPlus size={16} />} onClick={() => setAdding(true)}>
        Подключить 1С
      </Button>
      {data.may_simulate && <SimulateButton onOpen={(id) => onChange({ node_id: id, view: 'orders' })} />}
    </div>
  )
  return (
    <div className="flex flex-col gap-4">
      {node ? (
        <NodePage node={node} search={search} onChange={onChange} onAccess={setAccess} />
      ) : (
        <>
          {data.results.length === 0 ? (
            <EmptyState
              icon={<IconPlugConnected size={32} stroke={1.5} />}
              title="Базы 1С не подключены"
              text="1С сама обращается к порталу: присылает товары, цены, остатки, отгрузки и оплаты, забирает заказы. Подойдёт любая конфигурация с «Обменом с сайтом»: УТ, КА, УНФ, ERP."
              action={acts}
            />
          ) : (
            acts
          )}
          {data.results.map((one) => (
            <NodeCard key={one.id} node={one} onOpen={(view) => onChange({ node_id: one.id, view })} />
          ))}
        </>
      )}
      <Suspense>
        {isAdding && (
          <NewNodeDialog
            onClose={() => setAdding(false)}
            onMade={(made) => {
              setAdding(false)
              setAccess(made)
            }}
          />
        )}
        {access && <AccessDialog access={access} onClose={() => setAccess(null)} />}
      </Suspense>
    </div>
  )
}

/** Connects the simulated base of 1C to the first own company. */
function SimulateButton({ onOpen }: { onOpen: (id: number) => void }) {
  const { data: sellers } = useQuery(query(sellerRoutes.list, {}, { select: ({ results }) => results }))
  const simulate = useApiMutation(oneCRoutes.simulate, {
    invalidates: ONE_C_KEYS,
    onSuccess: ({ id }) => {
      toast({ severity: 'success', summary: 'Имитация 1С подключена: оформите заказ, и она отгрузит его' })
      onOpen(id)
    },
    onError: toastRefusal('Имитация не подключена'),
  })
  const seller = sellers?.find(({ closed_at: closedAt }) => closedAt === null)
  return (
    <Button
      busy={simulate.isPending}
      disabled={!seller}
      onClick={() => seller && simulate.mutate({ body: { seller_id: seller.id } })}
    >
      Подключить имитацию 1С
    </Button>
  )
}
