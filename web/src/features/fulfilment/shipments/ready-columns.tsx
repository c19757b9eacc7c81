import { counted } from '@artikul/contract/core/plural'
import type { ReadyGroup } from '@artikul/contract/fulfilment/shipments'
import { nearDay } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Tag } from '../../../ui/text/tag.tsx'

const LINES = ['строка', 'строки', 'строк'] as const

/** «Рейс 16:00, сегодня: Юг», «Перевозчик: ПЭК», «Без рейса». */
export function sectionTitle({ run, carrier }: ReadyGroup): string {
  if (carrier) return `Перевозчик: ${carrier}`
  if (!run) return 'Без рейса'
  const time = run.name.includes(run.leaves_at) ? '' : `, ${run.leaves_at}`
  return `${run.name}${time}, ${nearDay(run.day)}: ${run.zone}`
}

export const readyColumns = (onShip: (group: ReadyGroup) => void): readonly Column<ReadyGroup>[] => [
  {
    id: 'consignee',
    header: 'Грузополучатель',
    lead: true,
    cell: ({ consignee, consignee_address: address }) => (
      <div className="py-1.5 max-lg:pr-8">
        <p className="font-semibold">{consignee}</p>
        <p className="text-text-2">{address}</p>
      </div>
    ),
  },
  {
    id: 'contractor',
    header: 'Покупатель',
    cell: ({ contractor, contract, seller }) => (
      <div className="py-1.5">
        <p>{contractor}</p>
        <p className="text-text-2">
          {seller}, договор {contract}
        </p>
      </div>
    ),
  },
  { id: 'ready', header: 'Готово', cell: ({ ready_count: count }) => counted(count, ...LINES) },
  {
    id: 'coming',
    header: 'Ещё придёт',
    cell: ({ coming_count: count }) => (count > 0 ? counted(count, ...LINES) : null),
  },
  {
    id: 'held',
    header: 'Остановка',
    cell: ({ held }) => held && <Tag tone="warn">{held}</Tag>,
  },
  {
    id: 'sum',
    header: 'Сумма, ₽',
    numeric: true,
    cell: ({ ready_kop: kop }) => <Money kop={kop} sign={false} className="font-semibold" />,
  },
  {
    id: 'act',
    header: 'Действие',
    numeric: true,
    cell: (group) => (
      <Button size="sm" aria-label={`Отгрузить: ${group.contractor}, ${group.consignee}`} onClick={() => onShip(group)}>
        Отгрузить
      </Button>
    ),
  },
]
