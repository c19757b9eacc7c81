import { consigneeRoutes, type ConsigneeItem } from '@artikul/contract/companies/consignees'
import { useQuery } from '@tanstack/react-query'
import { IconMapPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { contractorRoutes } from '@artikul/contract/companies/contractors'
import { deliveryRoutes } from '@artikul/contract/pricing/delivery'
import { phone } from '../../../lib/text/format.ts'
import { buttonClass } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { LABELS } from '../../../ui/fields/labels.ts'
import { RowSelect } from '../../../ui/fields/select.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toastRefusal, toastDone } from '../../../ui/hints/toast.ts'
import { query, pageQuery } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { CurrentCompany } from './registration/current-company.tsx'
import type { PagedTabProps } from './contracts/paged-tab.ts'

const COLUMNS: readonly Column<ConsigneeItem>[] = [
  {
    id: 'name',
    header: 'Название точки',
    lead: true,
    cell: ({ name, code, is_archived }) => (
      <span className="inline-flex flex-wrap items-center gap-1.5">
        <span className="font-semibold">{name}</span>
        {code && <span className="text-text-2">{code}</span>}
        {is_archived && <Tag>В архиве</Tag>}
      </span>
    ),
  },
  { id: 'address', header: 'Адрес', cell: ({ address }) => address },
  {
    id: 'contact',
    header: 'Контакт',
    cell: ({ contact, phone: number }) => (
      <>
        {contact}
        {contact && number && ', '}
        {number && <span className="whitespace-nowrap">{phone(number)}</span>}
      </>
    ),
  },
  { id: 'zone', header: 'Зона доставки', width: 'w-56', cell: (consignee) => <ZoneSelect consignee={consignee} /> },
]

function ZoneSelect({ consignee }: { consignee: ConsigneeItem }) {
  const { data: zones } = useQuery(query(deliveryRoutes.zones, {}, { select: ({ results }) => results }))
  const save = useApiMutation(consigneeRoutes.setZone, {
    invalidates: ['contractors'],
    onSuccess: toastDone(LABELS.completed, 'Зона доставки изменена'),
    onError: toastRefusal('Зона не изменена'),
  })
  const known = zones ?? (consignee.zone ? [consignee.zone] : [])
  return (
    <RowSelect
      label={`Зона доставки: ${consignee.name}`}
      items={known.map(({ id, name }) => ({ value: id, label: name }))}
      placeholder="Не назначена"
      disabled={save.isPending || !zones}
      value={(save.isPending ? save.variables.body.zone_id : consignee.zone?.id) ?? null}
      onValueChange={(zone_id) =>
        save.mutate({ params: { id: consignee.id }, body: { version: consignee.version, zone_id } })
      }
    />
  )
}

export function ConsigneesTab(props: PagedTabProps) {
  if (props.staff) return <StaffConsignees {...props} />
  return (
    <CurrentCompany
      company={props.company}
      title="Грузополучатели компании"
      text="Точки, куда везти заказы, собраны в разделе «Грузополучатели»."
      link={
        <Link to="/consignees" className={buttonClass()}>
          <IconMapPin size={16} aria-hidden="true" />
          Открыть грузополучателей
        </Link>
      }
    />
  )
}

function StaffConsignees({ company, search, onChange }: PagedTabProps) {
  const consignees = useQuery(
    pageQuery(contractorRoutes.consignees, {
      params: { id: company.id },
      query: { page: search.page, page_size: search.page_size },
    }),
  )
  return (
    <PagedPanel
      title="Грузополучатели"
      label="Грузополучатели"
      columns={COLUMNS}
      query={consignees}
      rowId={({ id }) => String(id)}
      expected={5}
      empty={<EmptyState title="Грузополучателей пока нет" text="Их добавляет сама компания." />}
      search={search}
      onChange={onChange}
      moreThan={50}
    />
  )
}
