import type { ConsigneeOption } from '@artikul/contract/companies/consignees'
import { Suspense, useState } from 'react'
import { RowSelect } from '../../../../ui/fields/select.tsx'
import { useNewConsignee } from './new-consignee.ts'

/** Value of «Добавить точку…»: no point has id 0. */
const ADD = 0

interface Props {
  label: string
  placeholder?: string
  points: readonly ConsigneeOption[]
  value: number | null
  onTake: (id: number | null) => void
  disabled?: boolean
}

/** «Куда»: selects a point or creates one, which is then selected. */
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
