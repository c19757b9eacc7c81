import type { ConsigneeItem } from '@artikul/contract/companies/consignees'
import { IconMapPin } from '@tabler/icons-react'
import { phone } from '../../../lib/text/format.ts'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { hoursText, leavesText, zoneText } from './consignee-words.ts'

interface Handlers {
  selectedId: number | null
  onOpen: (id: number) => void
  onSelect: (id: number) => void
}

export const consigneeColumns = ({ selectedId, onOpen, onSelect }: Handlers): readonly Column<ConsigneeItem>[] => [
  {
    id: 'name',
    header: 'Название и код',
    width: 'w-[26%]',
    lead: true,
    opens: true,
    cell: (item) => (
      <div className="flex items-start justify-between gap-2 py-1">
        <div className="min-w-0">
          <button
            type="button"
            className="text-left font-semibold break-words quiet-link"
            onClick={() => onOpen(item.id)}
          >
            {item.name}
          </button>
          {item.code && <p className="break-all text-text-2">{item.code}</p>}
          {item.is_default && !item.is_archived && <Tag>По умолчанию</Tag>}
        </div>
        {item.coordinates && (
          <IconButton
            size="row"
            look={item.id === selectedId ? 'soft' : 'plain'}
            label={`На карте: ${item.name}`}
            aria-pressed={item.id === selectedId}
            icon={<IconMapPin size={16} />}
            onClick={() => onSelect(item.id)}
          />
        )}
      </div>
    ),
  },
  {
    id: 'address',
    header: 'Адрес и часы приёмки',
    width: 'w-[32%]',
    cell: (item) => (
      <div className="py-1">
        <p className="break-words">{item.address}</p>
        {item.hours.length > 0 && <p className="text-text-2">{hoursText(item.hours)}</p>}
      </div>
    ),
  },
  {
    id: 'contact',
    header: 'Контакт',
    cell: (item) =>
      (item.contact || item.phone) && (
        <div className="py-1">
          {item.contact && <p className="break-words">{item.contact}</p>}
          {item.phone && (
            <a href={`tel:${item.phone}`} className="whitespace-nowrap text-text-2 underline-offset-2 hover:underline">
              {phone(item.phone)}
            </a>
          )}
        </div>
      ),
  },
  {
    id: 'zone',
    header: 'Зона и рейсы',
    width: 'w-[22%]',
    cell: ({ zone }) =>
      zone && (
        <div className="py-1">
          <p className="break-words">{zone.name}</p>
          <p className="text-text-2" title={zoneText(zone)}>
            {leavesText(zone)}
          </p>
        </div>
      ),
  },
]
