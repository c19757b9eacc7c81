import type { Vehicle } from '@artikul/contract/companies/vehicles'
import { IconCar, IconCarOff, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { chooseVehicle } from '../../../lib/page/chosen-vehicle.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { Article } from '../../../ui/text/article.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { modelText, numbersOf } from './vehicle-words.ts'

interface Handlers {
  chosenId: number | null
  /** `null` for people who may not change the garage. */
  onEdit: ((vehicle: Vehicle) => void) | null
}

export const vehicleColumns = ({ chosenId, onEdit }: Handlers): readonly Column<Vehicle>[] => [
  {
    id: 'name',
    header: 'Машина',
    width: 'w-[32%]',
    lead: true,
    opens: true,
    cell: (vehicle) => (
      <div className="py-1">
        <Link to="/garage/$id" params={{ id: String(vehicle.id) }} className="font-semibold break-words quiet-link">
          {vehicle.name}
        </Link>
        {modelText(vehicle) && <p className="break-words text-text-2">{modelText(vehicle)}</p>}
        {vehicle.id === chosenId && <Tag tone="info">Заказываем для неё</Tag>}
      </div>
    ),
  },
  {
    id: 'numbers',
    header: 'Номера',
    cell: (vehicle) => (
      <ul className="py-1 wrap-anywhere [&_.article]:whitespace-normal">
        {numbersOf(vehicle).map(({ kind, label, text }) => (
          <li key={kind} className="break-words">
            <span className="text-text-2">{label}</span> <Article>{text}</Article>
          </li>
        ))}
      </ul>
    ),
  },
  { id: 'point', header: 'Точка доставки', cell: ({ consignee }) => consignee?.name },
  { id: 'notes', header: 'Заметки', cell: ({ notes }) => notes && <p className="line-clamp-2 break-words">{notes}</p> },
  {
    id: 'acts',
    header: 'Действия',
    width: 'w-24',
    cell: (vehicle) => (
      <div className="flex items-center gap-1 lg:justify-end">
        {!vehicle.is_archived && <ChooseInRow vehicle={vehicle} isChosen={vehicle.id === chosenId} />}
        {onEdit && (
          <IconButton
            size="row"
            label={`Изменить: ${vehicle.name}`}
            icon={<IconPencil size={16} />}
            onClick={() => onEdit(vehicle)}
          />
        )}
      </div>
    ),
  },
]

const ChooseInRow = ({ vehicle: { id, name }, isChosen }: { vehicle: Vehicle; isChosen: boolean }) => (
  <IconButton
    size="row"
    look={isChosen ? 'soft' : 'plain'}
    label={isChosen ? `Больше не заказывать для машины: ${name}` : `Заказывать для машины: ${name}`}
    icon={isChosen ? <IconCarOff size={16} /> : <IconCar size={16} />}
    onClick={() => chooseVehicle(isChosen ? null : { id, name })}
  />
)
