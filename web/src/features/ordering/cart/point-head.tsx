import { counted } from '@artikul/contract/core/plural'
import { shownSum } from '../../../lib/text/shown-sum.ts'
import { cx } from '../../../ui/cx.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { isAvailable, isToOrder, weightText, type PointGroup } from './point-groups.ts'

interface Props {
  group: PointGroup
  onSelect: (selected: boolean) => void
}

/** «Сервис на Ленина · 4 строки · 12 400,00 ₽ · 8,2 кг»: head of a delivery point with totals of its selected lines. */
export function PointHead({ group: { consigneeId, name, lines }, onSelect }: Props) {
  const available = lines.filter(isAvailable)
  const selected = lines.filter(isToOrder)
  const weight = weightText(selected)
  return (
    <div className="flex items-center gap-x-3 bg-group px-3 py-1.5 lg:gap-x-2 text-sm">
      <Checkbox
        bare
        label={`Выбрать строки точки «${name}»`}
        checked={selected.length > 0 && selected.length === available.length}
        indeterminate={selected.length > 0 && selected.length < available.length}
        disabled={available.length === 0}
        onCheckedChange={onSelect}
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <h2 className={cx('min-w-0 font-semibold break-words', consigneeId === null && 'text-warn')}>{name}</h2>
        <p className="flex flex-wrap gap-x-1.5 text-text-2">
          <span>{countText(selected.length, lines.length)}</span>
          {selected.length > 0 && (
            <>
              <span aria-hidden="true">·</span>
              <Money kop={shownSum(selected.map((line) => line.sum_kop))} className="font-semibold text-text" />
            </>
          )}
          {weight !== null && (
            <>
              <span aria-hidden="true">·</span>
              <span>{weight}</span>
            </>
          )}
        </p>
      </div>
    </div>
  )
}

function countText(selected: number, all: number): string {
  if (selected === all) return counted(all, 'строка', 'строки', 'строк')
  if (selected === 0) return 'ничего не выбрано'
  return `${selected} из ${counted(all, 'строки', 'строк', 'строк')}`
}
