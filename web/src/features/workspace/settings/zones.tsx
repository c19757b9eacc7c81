import { deliveryRoutes, type Zone } from '@artikul/contract/pricing/delivery'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconPlus, IconTrash, IconTruckDelivery } from '@tabler/icons-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { zonesQuery } from './delivery.api.ts'
import { deliveryRunText } from './zone-draft.ts'

const ZoneDialog = lazyWindow(() => import('./zone-dialog.tsx'))

const columns = (onOpen: (zone: Zone) => void, onRemove: (zone: Zone) => void): readonly Column<Zone>[] => [
  {
    id: 'name',
    header: 'Зона',
    lead: true,
    opens: true,
    width: 'w-1/4',
    cell: (zone) => (
      <button type="button" className="text-left font-semibold break-words quiet-link" onClick={() => onOpen(zone)}>
        {zone.name}
      </button>
    ),
  },
  { id: 'runs', header: 'Рейсы', cell: ({ runs }) => <Runs runs={runs} /> },
  { id: 'charge', header: 'Доставка', cell: (zone) => <Charge zone={zone} /> },
  { id: 'note', header: 'Примечание', cell: ({ note }) => <span className="break-words">{note}</span> },
  { id: 'count', header: 'Грузополучателей', numeric: true, cell: ({ consignees_count }) => consignees_count },
  {
    id: 'actions',
    header: 'Действия',
    width: 'w-20',
    cell: (zone) => (
      <IconButton
        size="row"
        label={`Удалить зону «${zone.name}»`}
        icon={<IconTrash size={16} />}
        onClick={() => onRemove(zone)}
      />
    ),
  },
]

function Charge({ zone }: { zone: Zone }) {
  return (
    <>
      {zone.charge_kop === 0 ? 'Бесплатно' : <Money kop={zone.charge_kop} />}
      {zone.free_from_kop !== null && (
        <p className="text-text-2">
          бесплатно от <Money kop={zone.free_from_kop} />
        </p>
      )}
      {zone.minimum_kop > 0 && (
        <p className="text-text-2">
          заказ от <Money kop={zone.minimum_kop} />
        </p>
      )}
    </>
  )
}

function Runs({ runs }: Pick<Zone, 'runs'>) {
  if (runs.length === 0) return <span className="text-text-2">Рейсов нет</span>
  return (
    <ul className="py-1.5">
      {runs.map((run) => (
        <li key={run.name}>{deliveryRunText(run)}</li>
      ))}
    </ul>
  )
}

function useRemove() {
  const { mutate } = useMutation({
    mutationFn: ({ id }: Zone) => call(deliveryRoutes.removeZone, { params: { id } }),
    onSuccess: (_, { name }) => toast({ severity: 'success', summary: 'Зона удалена', detail: name }),
    // A longer display time, because the message explains what to do first.
    onError: toastRefusal('Зона не удалена', 8000),
    // Refreshes after a refusal too: the zone may have gained points or been deleted.
    onSettled: useInvalidate('delivery/zones'),
  })
  return useCallback(
    async (zone: Zone) => {
      const text = 'Вместе с зоной пропадут её рейсы. Вернуть их будет нельзя.'
      if (await confirm({ title: `Удалить зону «${zone.name}»?`, text, dangerous: true })) mutate(zone)
    },
    [mutate],
  )
}

/** Delivery zones with their runs. */
export function Zones() {
  const zones = useQuery(zonesQuery)
  const { data } = zones
  const [open, setOpen] = useState<Zone | 'new' | null>(null)
  const remove = useRemove()
  const shown = useMemo(() => columns(setOpen, (zone) => void remove(zone)), [remove])
  const add = (
    <Button look="primary" icon={<IconPlus size={16} />} onClick={() => setOpen('new')}>
      Добавить зону
    </Button>
  )
  return (
    <>
      <QueryPanel title="Зоны доставки" query={zones} actions={data && data.length > 0 && add}>
        {(rows) =>
          rows.length > 0 ? (
            <DataTable label="Зоны доставки" columns={shown} rows={rows} rowId={({ id }) => String(id)} />
          ) : (
            <EmptyState
              icon={<IconTruckDelivery size={32} stroke={1.5} />}
              title="Зон доставки пока нет"
              text="Добавьте зону и её рейсы, затем назначьте её грузополучателям в карточке покупателя: от рейсов зависят сроки поставки."
              action={add}
            />
          )
        }
      </QueryPanel>
      {open !== null && (
        <Suspense>
          <ZoneDialog
            // Falls back to the zone as opened if it is deleted meanwhile, so that typed text remains.
            zone={open === 'new' ? null : (data?.find(({ id }) => id === open.id) ?? open)}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  )
}
