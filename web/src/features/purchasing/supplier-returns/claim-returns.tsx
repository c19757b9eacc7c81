import { SUPPLIER_RETURN_STATES, supplierReturnRoutes } from '@artikul/contract/purchasing/supplier-returns'
import { supplyRouteRoutes } from '@artikul/contract/suppliers/supply-routes'
import { IconTruckReturn } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { query } from '../../../lib/api/query.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { useSendOnce } from '../../../lib/api/use-idempotency-key.ts'
import { returnsOfClaimQuery } from '../../../lib/queries/supplier-returns-query.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { RETURN_KEYS, RETURN_TONES } from './supplier-returns.api.ts'

const routesQuery = query(supplyRouteRoutes.list, {})

/** Returns to suppliers of a claim's goods, made by one press; staff only. */
export function ClaimReturns({ claimId, mayCreate }: { claimId: number; mayCreate: boolean }) {
  const { data } = useQuery(returnsOfClaimQuery(claimId))
  const results = data?.results ?? []
  if (!data || (results.length === 0 && !mayCreate)) return null
  return (
    <Panel title="Возврат поставщику">
      <div className="flex flex-col gap-3">
        {results.some(({ state }) => state === 'sent') && (
          <Notice tone="info">Ждём решения поставщика: покупателю можно ответить и раньше.</Notice>
        )}
        {results.length > 0 && (
          <ul className="flex flex-col gap-2">
            {results.map(({ id, number, source, state, total_kop }) => (
              <li key={id} className="flex flex-wrap items-center gap-2 text-sm">
                <Link to="/supplier-returns/$id" params={{ id: String(id) }} className="font-semibold quiet-link">
                  {number}
                </Link>
                <span>{source.name}</span>
                <Money kop={total_kop} />
                <Tag tone={RETURN_TONES[state]}>{SUPPLIER_RETURN_STATES[state]}</Tag>
              </li>
            ))}
          </ul>
        )}
        {mayCreate && data.rest_count > 0 && <Create claimId={claimId} />}
      </div>
    </Panel>
  )
}

/** «Вернуть поставщику»; for goods of own stock whose origin is unknown, a person chooses the supplier. */
function Create({ claimId }: { claimId: number }) {
  const [isUnknown, setIsUnknown] = useState(false)
  const [supplier, setSupplier] = useState<number | null>(null)
  const { data: routes } = useQuery({ ...routesQuery, enabled: isUnknown })
  const sendOnce = useSendOnce()
  const body = { claim_id: claimId, supply_route_id: supplier }
  const create = useMutation({
    mutationFn: () => sendOnce(body, (idempotencyKey) => call(supplierReturnRoutes.create, { body, idempotencyKey })),
    onSuccess: ({ results }) =>
      toast({
        severity: 'success',
        summary: 'Возврат поставщику составлен',
        detail: results.map(({ number }) => number).join(', '),
      }),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'supplier_return.no_supplier') setIsUnknown(true)
      else toastRefusal('Возврат не составлен')(error)
    },
    onSettled: useInvalidate(...RETURN_KEYS),
  })
  return (
    <div className="flex flex-col items-start gap-3">
      {isUnknown && (
        <>
          <Notice tone="warn">Товар со своего склада, и чей он, портал не знает: выберите поставщика.</Notice>
          <SearchSelect
            label="Поставщик"
            placeholder="Выберите"
            className="w-full sm:w-72"
            items={(routes?.results ?? [])
              .filter(({ kind }) => kind !== 'own')
              .map(({ id, name }) => ({ value: id, label: name }))}
            value={supplier}
            onValueChange={setSupplier}
          />
        </>
      )}
      <Button
        icon={<IconTruckReturn size={16} />}
        busy={create.isPending}
        disabled={create.isPending || (isUnknown && supplier === null)}
        onClick={() => create.mutate()}
      >
        Вернуть поставщику
      </Button>
      <p className="text-xs text-text-2">
        Строки, фото и цены закупки перейдут в черновик. Покупатель этого не увидит.
      </p>
    </div>
  )
}
