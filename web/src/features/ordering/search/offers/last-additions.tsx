import { IconHistory } from '@tabler/icons-react'
import { quantity } from '../../../../lib/text/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { Popover } from '../../../../ui/windows/popover.tsx'
import { useAdditions, useUndoAddition } from './additions.ts'

/** «Последние добавления»: goods added from the search, each with an undo button. */
export function LastAdditions() {
  const additions = useAdditions()
  const { mutate, isPending } = useUndoAddition()
  if (additions.length === 0) return null
  return (
    <Popover
      title="Последние добавления"
      trigger={<Button icon={<IconHistory size={16} />}>Добавлено: {additions.length}</Button>}
    >
      <ul className="w-80 max-w-[calc(100vw-3rem)] divide-y divide-hairline text-sm">
        {additions.map((addition) => (
          <li key={addition.id} className="flex items-center justify-between gap-3 py-1.5">
            <span className="min-w-0">
              <span className="font-medium">{addition.title}</span>
              <span className="text-text-2">, {quantity(addition.qty, addition.unit)}</span>
            </span>
            <Button
              size="sm"
              aria-label={`Отменить: ${addition.title}`}
              disabled={isPending}
              onClick={() => mutate(addition)}
            >
              Отменить
            </Button>
          </li>
        ))}
      </ul>
    </Popover>
  )
}
