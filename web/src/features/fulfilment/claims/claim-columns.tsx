import { CLAIM_KINDS } from '@artikul/contract/fulfilment/claim-states'
import type { ClaimItem } from '@artikul/contract/fulfilment/claims'
import { Link } from '@tanstack/react-router'
import { moment } from '../../../lib/text/format.ts'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { ShipmentLink } from '../../../ui/files/document-link.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { ClaimStateTag, ClaimDeadlineText } from './claim-words.tsx'

const COLUMNS: readonly Column<ClaimItem>[] = [
  {
    id: 'number',
    header: 'Обращение',
    width: 'w-[34%]',
    lead: true,
    opens: true,
    cell: (claim) => (
      <div className="py-1">
        <Link to="/claims/$id" params={{ id: String(claim.id) }} className="font-semibold whitespace-nowrap quiet-link">
          {claim.number}
        </Link>
        <span className="text-text-2">, {CLAIM_KINDS[claim.kind]}</span>
        <p className="line-clamp-2 break-words text-text-2">
          {claim.subject}
          {claim.lines_count > 1 && ` и ещё ${claim.lines_count - 1}`}
        </p>
      </div>
    ),
  },
  {
    id: 'state',
    header: 'Статус',
    cell: (claim) => (
      <div className="flex flex-col items-start gap-0.5 py-1">
        <ClaimStateTag state={claim.state} />
        {claim.waits_for_supplier && <Tag tone="info">Ждём поставщика</Tag>}
        <ClaimDeadlineText claim={claim} />
      </div>
    ),
  },
  {
    id: 'contractor',
    header: 'Покупатель',
    cell: ({ contractor, contractor_id }) => (
      <Link to="/claims" search={{ contractor_id, state: 'any' }} className="quiet-link">
        {contractor}
      </Link>
    ),
  },
  {
    id: 'shipment',
    header: 'Отгрузка',
    cell: ({ shipment_id: id, shipment_number: number }) => <ShipmentLink id={id}>№ {number}</ShipmentLink>,
  },
  { id: 'asker', header: 'Подал', cell: ({ asker }) => asker },
  { id: 'manager', header: 'Ведёт', cell: ({ manager }) => manager },
  {
    id: 'created_at',
    header: 'Подано',
    cell: ({ created_at }) => <span className="whitespace-nowrap">{moment(created_at)}</span>,
  },
]
const OWN_COLUMNS = COLUMNS.filter(({ id }) => id !== 'contractor')

export const claimColumns = (staff: boolean) => (staff ? COLUMNS : OWN_COLUMNS)
