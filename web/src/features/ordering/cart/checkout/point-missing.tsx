import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/hints/notice.tsx'
import { cartQuery, useSelectLines } from '../cart.api.ts'
import { useNewConsignee } from './new-consignee.ts'

/** Creates a point when the order has none and assigns it to the selected lines without one. */
export function PointMissing({ why, onChosen }: { why: string; onChosen: () => void }) {
  const NewConsignee = useNewConsignee()
  const { data: cart } = useQuery(cartQuery)
  const select = useSelectLines()
  const [isAdding, setAdding] = useState(false)
  const send = (consignee_id: number) => {
    const homeless = cart?.lines.filter((line) => line.selected && line.consignee_id === null) ?? []
    select.mutate({ ids: homeless.map(({ id }) => id), consignee_id }, { onSuccess: onChosen })
  }
  return (
    <Notice tone="warn">
      <p>{why}</p>
      {NewConsignee && (
        <Button size="sm" className="mt-2" busy={select.isPending} onClick={() => setAdding(true)}>
          Добавить точку…
        </Button>
      )}
      {NewConsignee && isAdding && (
        <Suspense>
          <NewConsignee onClose={() => setAdding(false)} onCreated={send} />
        </Suspense>
      )}
    </Notice>
  )
}
