import type { PriceConditionTerms } from '@artikul/contract/pricing/price-condition'
import {
  MAX_CHANGED_TOGETHER,
  priceConditionRoutes,
  type ConditionsChange,
} from '@artikul/contract/pricing/price-conditions'
import { counted } from '@artikul/contract/core/plural'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { toast, toastRefusal, toastUndoable } from '../../../ui/hints/toast.ts'
import { call } from '../../../lib/api/call.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { PRICE_KEYS } from './price-conditions.api.ts'

const COUNTED = ['условие', 'условия', 'условий'] as const

interface Props {
  conditions: readonly PriceConditionTerms[]
  onDone: () => void
}

/** Actions for the selected conditions. */
export function BulkBar({ conditions, onDone }: Props) {
  const [open, setOpen] = useState(false)
  const refresh = useInvalidate(...PRICE_KEYS)
  const { mutate, isPending } = useApiMutation(priceConditionRoutes.changeMany, { invalidates: PRICE_KEYS })
  const ids = conditions.slice(0, MAX_CHANGED_TOGETHER).map(({ id }) => id)
  const change = (input: ConditionsChange) =>
    mutate(
      { body: { ids, change: input } },
      {
        onSuccess: ({ changed, skipped, change_id: id }) => {
          const detail = skipped > 0 ? `Не подошло: ${counted(skipped, ...COUNTED)}` : 'Отменить можно и в «Изменениях»'
          const summary = `Изменено: ${counted(changed, ...COUNTED)}`
          if (id === null) toast({ severity: 'success', summary, detail })
          else
            toastUndoable({
              summary,
              detail,
              undo: () => call(priceConditionRoutes.undo, { params: { id } }).finally(refresh),
              undone: 'Изменение отменено',
            })
          setOpen(false)
          onDone()
        },
        onError: toastRefusal('Условия не изменены'),
      },
    )
  const end = async () => {
    const text = 'Сегодня эти цены уже не действуют. Отменить можно в «Изменениях».'
    const title = `Прекратить ${counted(ids.length, ...COUNTED)}?`
    if (await confirm({ title, text, dangerous: true })) change({ kind: 'end' })
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-hairline px-3 py-2 text-sm" data-screen-only="">
      <span className="text-text-2">Выбрано: {counted(conditions.length, ...COUNTED)}</span>
      <Button size="sm" onClick={() => setOpen(true)}>
        Изменить
      </Button>
      <Button size="sm" busy={isPending && !open} onClick={() => void end()}>
        Прекратить
      </Button>
      <Button size="sm" look="ghost" onClick={onDone}>
        Снять выбор
      </Button>
      {open && <BulkDialog count={ids.length} busy={isPending} onClose={() => setOpen(false)} onChange={change} />}
    </div>
  )
}
