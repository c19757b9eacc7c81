import { supplierRoutes, type Office, type SellerRequisites } from '@artikul/contract/companies/legal'
import { useQuery } from '@tanstack/react-query'
import { IconBuilding } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { z } from 'zod'
import { phone, telUrl } from '../../../lib/text/format.ts'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { AddressList } from '../../../ui/map/address-list.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { query } from '../../../lib/api/query.ts'

const MapView = lazy(async () => ({ default: (await import('../../../ui/map/map-view.tsx')).MapView }))

export default function ContactsPage() {
  const { data, error, refetch } = useQuery(query(supplierRoutes.contacts, {}, { staleTime: 60 * 60_000 }))
  return (
    <div className="mx-auto max-w-6xl">
      <PageHeader title="Контакты" />
      {data && (
        <div className="flex flex-col gap-4">
          <Offices offices={data.offices} />
          <Sellers sellers={data.sellers} />
        </div>
      )}
      {!data && <QueryFallback error={error} onRetry={refetch} />}
    </div>
  )
}

function Offices({ offices }: { offices: readonly Office[] }) {
  const [selectedId, setSelectedId] = useState<number | null>(null)
  const points = useMemo(
    () => offices.flatMap(({ id, name, coordinates }) => (coordinates ? [{ id, label: name, coordinates }] : [])),
    [offices],
  )
  if (offices.length === 0)
    return <EmptyState icon={<IconBuilding size={32} stroke={1.5} />} title="Адреса офисов скоро появятся" />
  return (
    <section aria-label="Офисы" className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <AddressList
        label="Адреса офисов"
        items={offices.map((office) => ({ ...office, details: <OfficeDetails office={office} /> }))}
        selectedId={selectedId}
        onSelect={setSelectedId}
      />
      {points.length > 0 && (
        <div className="min-w-0">
          <Suspense fallback={<div className="skeleton h-[26rem] rounded-lg" />}>
            <MapView
              label="Офисы на карте"
              className="h-[26rem]"
              points={points}
              selectedId={selectedId}
              onSelect={setSelectedId}
              fallback={<p className="text-sm text-text-2">Адреса офисов — в списке.</p>}
            />
          </Suspense>
        </div>
      )}
    </section>
  )
}

const OfficeDetails = ({ office: { hours, phone: number, email } }: { office: Office }) => (
  <div className="mt-1 flex flex-col gap-0.5">
    {hours && <p className="text-text-2">{hours}</p>}
    {number && <Telephone number={number} />}
    {email && (
      <a href={`mailto:${email}`} className="quiet-link break-all">
        {email}
      </a>
    )}
  </div>
)

const Telephone = ({ number }: { number: string }) => (
  <a href={telUrl(number)} className="quiet-link self-start whitespace-nowrap">
    {phone(number)}
  </a>
)

const Sellers = ({ sellers }: { sellers: readonly z.infer<typeof SellerRequisites>[] }) => (
  <section aria-label="Реквизиты" className="grid items-start gap-4 lg:grid-cols-2">
    {sellers.map((seller) => (
      <Panel key={`${seller.inn} ${seller.kpp ?? ''}`} title={seller.name}>
        <DefinitionList
          items={[
            ['ИНН', seller.inn],
            ['КПП', seller.kpp],
            [seller.ogrn.length === 15 ? 'ОГРНИП' : 'ОГРН', seller.ogrn],
            ['Адрес', seller.address],
            ['Телефон', seller.phone && <Telephone number={seller.phone} />],
          ]}
        />
      </Panel>
    ))}
  </section>
)
