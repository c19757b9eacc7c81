import type { ConsigneeOption } from '@artikul/contract/companies/consignees'
import { Suspense, useState } from 'react'
import { RowSelect } from '../../../../ui/fields/select.tsx'
import { useNewConsignee } from './new-consignee.ts'

/** No point has this number. */
const ADD = 0

interface Props {
  label: string
  placeholder: string
  points: readonly ConsigneeOption[]
  value: number | null
  onTake: (id: number | null) => void
  disabled?: boolean
}

/** «Куда» with the way to a point that is not there yet: it is chosen as soon as it is made. */
export function PointSelect({ points, value, onTake, ...select }: Props) {
  const NewConsignee = useNewConsignee()
  const [isAdding, setAdding] = useState(false)
  const items = points.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <RowSelect
        {...select}
        items={NewConsignee ? [...items, { value: ADD, label: 'Добавить точку…' }] : items}
        value={value}
        onValueChange={(id) => (id === ADD ? setAdding(true) : onTake(id))}
      />
      {NewConsignee && isAdding && (
        <Suspense>
          <NewConsignee onClose={() => setAdding(false)} onCreated={onTake} />
        </Suspense>
      )}
    </>
  )
}
