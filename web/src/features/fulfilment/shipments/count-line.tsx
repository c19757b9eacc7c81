import type { ShipmentLine } from '@artikul/contract/fulfilment/shipments'
import { useState } from 'react'
import { quantity } from '../../../lib/text/format.ts'
import { Article } from '../../../ui/text/article.tsx'
import { Button } from '../../../ui/button.tsx'
import { Counter } from '../../../ui/fields/counter.tsx'
import { ClaimOriginNote } from '../../../ui/files/document-link.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { receivedQty, countedOf } from './count-draft.ts'
import type { Counting } from './use-count.ts'

/** One line of a parcel: documented quantity, counted quantity and defects. */
export function CountLine({ line, counting }: { line: ShipmentLine; counting: Counting }) {
  const found = countedOf(counting.counts, line)
  const [isOpen, setIsOpen] = useState(false)
  const name = `${line.brand} ${line.article}`
  const came = receivedQty(line, found)
  const set = (next: Partial<typeof found>) => counting.setCount(line, next)
  return (
    <li className="rounded-lg border border-hairline bg-surface p-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p>
            <span className="font-semibold">{line.brand}</span> <Article>{line.article}</Article>
          </p>
          <p className="text-sm text-text-2">{line.name}</p>
          <p className="text-xs text-text-2">
            {[`заказ ${line.order_number}`, line.client_number, line.client_ref].filter(Boolean).join(', ')}
          </p>
          {line.claim && <ClaimOriginNote origin={line.claim} />}
        </div>
        <CountState line={line} qty={found.qty} />
      </div>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-3">
        <Counter
          label="Сосчитано"
          ofWhat={name}
          value={found.qty}
          placeholder={String(line.qty).replace('.', ',')}
          onValueChange={(qty) => set({ qty })}
          start={line.qty}
        />
        <p className="pb-3 text-sm text-text-2">в документе {quantity(line.qty, line.unit)}</p>
      </div>
      {isOpen || found.wrong > 0 || found.damage > 0 ? (
        <div className="mt-3 flex flex-wrap gap-4 border-t border-hairline pt-3">
          <Counter
            label="Другой товар"
            ofWhat={name}
            value={found.wrong}
            most={came - found.damage}
            onValueChange={(wrong) => set({ wrong: wrong ?? 0 })}
          />
          <Counter
            label="Повреждено"
            ofWhat={name}
            value={found.damage}
            most={came - found.wrong}
            onValueChange={(damage) => set({ damage: damage ?? 0 })}
          />
        </div>
      ) : (
        <Button
          look="ghost"
          className="mt-2 -ml-3 h-11! px-3! text-text-2!"
          aria-label={`Другой товар или повреждён: ${name}`}
          onClick={() => setIsOpen(true)}
        >
          Другой товар или повреждён
        </Button>
      )}
    </li>
  )
}

function CountState({ line, qty }: { line: ShipmentLine; qty: number | null }) {
  if (qty === null) return null
  if (qty === line.qty) return <Tag tone="success">Сходится</Tag>
  return <Tag tone="warn">{qty < line.qty ? 'Не хватает' : 'Лишнее'}</Tag>
}
