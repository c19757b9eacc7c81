import { ADAPTERS, SUPPLIER_STATES, type OnlineSupplier } from '@artikul/contract/suppliers/online-suppliers'
import { Link } from '@tanstack/react-router'
import { IconPencil } from '@tabler/icons-react'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { Facts } from './facts.tsx'
import { Health } from './health.tsx'
import { MetBrands } from './met-brands.tsx'
import type { SupplierTab } from './online-suppliers.api.ts'
import { Statuses } from './statuses.tsx'
import { STATE_TONES } from './supplier-words.ts'
import { TurnButton } from './turn-button.tsx'
import { Warehouses } from './warehouses.tsx'

interface Props {
  /** Title of the list of all suppliers. */
  listTitle: string
  /** Undefined when no supplier has this address. */
  supplier: OnlineSupplier | undefined
  tab: SupplierTab
  onTab: (tab: SupplierTab) => void
  /** `null` for read-only access. */
  onEdit: ((id: number) => void) | null
}

/** One supplier: its health, and its names of brands, warehouses and order states. */
export function SupplierCard({ listTitle, supplier, tab, onTab, onEdit }: Props) {
  if (!supplier) return <NoSupplier listTitle={listTitle} />
  const { id, name, adapter, url, state, unknown_brands: brands, unknown_statuses: statuses } = supplier
  const withCount = (label: string, count: number) => (count > 0 ? `${label}: ${count}` : label)
  return (
    <>
      <PageHeader
        crumbs={[{ label: listTitle, to: '/admin/online-suppliers' }, { label: name }]}
        title={name}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Tag tone={STATE_TONES[state]}>{SUPPLIER_STATES[state]}</Tag>
            <span className="break-all">
              {ADAPTERS[adapter]}, {url}
            </span>
          </span>
        }
        actions={
          onEdit && (
            <>
              <TurnButton supplier={supplier} />
              <Button icon={<IconPencil size={14} />} onClick={() => onEdit(id)}>
                Изменить
              </Button>
            </>
          )
        }
      />
      <Tabs
        label="О поставщике"
        value={tab}
        onValueChange={onTab}
        tabs={[
          { value: 'health', label: 'Как отвечает', content: <Answers supplier={supplier} /> },
          { value: 'brands', label: withCount('Бренды', brands), content: <MetBrands id={id} /> },
          { value: 'warehouses', label: 'Склады', content: <Warehouses id={id} /> },
          { value: 'statuses', label: withCount('Статусы', statuses), content: <Statuses id={id} /> },
        ]}
      />
    </>
  )
}

const Answers = ({ supplier }: { supplier: OnlineSupplier }) => (
  <div className="flex flex-col gap-4">
    <Health supplier={supplier} />
    <Facts id={supplier.id} />
  </div>
)

const NoSupplier = ({ listTitle }: Pick<Props, 'listTitle'>) => (
  <>
    <PageHeader title={listTitle} />
    <EmptyState
      title="Поставщик не найден"
      text="Его удалили, или адрес неверен."
      action={
        <Link to="/admin/online-suppliers" className={buttonClass()}>
          Ко всем поставщикам
        </Link>
      }
    />
  </>
)
