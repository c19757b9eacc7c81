import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { Button } from '../button.tsx'
import { Checkbox } from '../fields/checkbox.tsx'
import { RadioGroup } from '../fields/radio-group.tsx'
import { IconButton } from '../icon-button.tsx'
import { Popover } from '../windows/popover.tsx'
import type { useTableView } from './table-view.ts'

const DENSITIES = [
  { value: 'usual', label: 'Обычная' },
  { value: 'dense', label: 'Плотная' },
] as const

interface Props extends ReturnType<typeof useTableView> {
  columns: readonly { id: string; header: string }[]
  /** Column that is always shown. */
  fixed: string | undefined
}

/** «Вид таблицы»: columns and density. It floats over the end of the head, and stands above the cards of a phone. */
export function TableViewMenu({ columns, fixed, view, isUsual, change, reset }: Props) {
  const turn = (id: string, isShown: boolean) =>
    change({ hidden: isShown ? view.hidden.filter((hidden) => hidden !== id) : [...view.hidden, id] })
  return (
    <div className="flex justify-end max-lg:border-b max-lg:border-hairline max-lg:px-1 lg:sticky lg:top-(--head) lg:z-[3] lg:ml-auto lg:h-0 lg:w-fit in-[[role=dialog]]:top-0! print:hidden">
      <div className="grid place-items-center lg:h-[33px] lg:rounded-tr-lg lg:bg-raised lg:pr-0.5">
        <Popover
          title="Вид таблицы"
          align="end"
          className="w-64 p-3"
          trigger={
            <IconButton
              label="Вид таблицы"
              size="sm"
              className="pointer-coarse:size-9"
              look={isUsual ? 'plain' : 'soft'}
              icon={<IconAdjustmentsHorizontal size={16} />}
            />
          }
        >
          <fieldset className="-mx-3 mb-2 max-h-[45dvh] min-w-0 overflow-y-auto px-3">
            <legend className="mt-1 mb-1 text-xs font-semibold text-text-2">Колонки</legend>
            {columns.map(({ id, header }) => (
              <Checkbox
                key={id}
                label={header}
                checked={id === fixed || !view.hidden.includes(id)}
                disabled={id === fixed}
                onCheckedChange={(isShown) => turn(id, isShown)}
              />
            ))}
          </fieldset>
          <RadioGroup
            label="Плотность"
            items={DENSITIES}
            value={view.isDense ? 'dense' : 'usual'}
            onValueChange={(density) => change({ isDense: density === 'dense' })}
          />
          <p className="mt-2 text-xs text-text-2 max-lg:hidden">Ширину колонки меняет правый край её заголовка.</p>
          <Button size="sm" className="mt-3 w-full" disabled={isUsual} onClick={reset}>
            Сбросить
          </Button>
        </Popover>
      </div>
    </div>
  )
}
