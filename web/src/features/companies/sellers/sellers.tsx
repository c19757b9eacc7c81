import { ACCOUNTING_MODES, sellerRoutes, TAX_REGIMES, type Seller } from '@artikul/contract/companies/sellers'
import { counted } from '@artikul/contract/core/plural'
import { IconBuilding, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useHasRight } from '../../../lib/session/current-session.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { SellerPictures } from './seller-pictures.tsx'

const SellerDialog = lazyWindow(() => import('./seller-dialog.tsx'))

/** Own companies in whose name goods are sold. */
export default function Sellers() {
  const mayWrite = useHasRight('administrator')
  const { data, error, refetch } = useQuery(query(sellerRoutes.list, {}, { select: ({ results }) => results }))
  const [open, setOpen] = useState<Seller | 'new' | null>(null)
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={8} />
  const add = mayWrite && (
    <Button
      look={data.length === 0 ? 'primary' : 'default'}
      icon={<IconPlus size={16} />}
      onClick={() => setOpen('new')}
      className="self-start"
    >
      Добавить компанию
    </Button>
  )
  return (
    <div className="flex flex-col gap-4">
      {data.length === 0 ? (
        <EmptyState
          icon={<IconBuilding size={32} stroke={1.5} />}
          title="Компаний пока нет"
          text="Добавьте юридическое лицо или предпринимателя, от имени которого вы продаёте."
          action={add}
        />
      ) : (
        add
      )}
      {data.map((seller) => (
        <SellerPanel key={seller.id} seller={seller} mayWrite={mayWrite} onEdit={() => setOpen(seller)} />
      ))}
      <Suspense>
        {open !== null && <SellerDialog seller={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
      </Suspense>
    </div>
  )
}

function SellerPanel({ seller, mayWrite, onEdit }: { seller: Seller; mayWrite: boolean; onEdit: () => void }) {
  const isClosed = seller.closed_at !== null
  return (
    <Panel
      title={
        <span className="inline-flex items-center gap-2">
          {seller.name} {isClosed && <Tag>Закрыта</Tag>}
        </span>
      }
      actions={
        mayWrite && (
          <div className="flex flex-wrap gap-2">
            <CloseButton seller={seller} />
            <Button size="sm" icon={<IconPencil size={14} />} aria-label={`Изменить: ${seller.name}`} onClick={onEdit}>
              Изменить
            </Button>
          </div>
        )
      }
    >
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <Fact name="Реквизиты" text={requisitesOf(seller)} />
        <Fact name="Адрес" text={seller.address} />
        <Fact name="НДС" text={TAX_REGIMES[seller.tax_regime]} />
        <Fact name="Учёт ведётся" text={ACCOUNTING_MODES[seller.accounting_mode]} />
        <Fact name="Подписывает" text={`${seller.director_title} ${seller.director}`} />
        <Fact name="Номера счетов" text={`${seller.invoice_prefix}-…`} />
        <Fact
          name="Банковские счета"
          text={seller.accounts.map(({ account, bank_name: bank }) => `${account}, ${bank}`).join('; ') || 'не указаны'}
        />
        <Fact
          name="Договоры и склады"
          text={`${counted(seller.contracts_count, 'договор', 'договора', 'договоров')}, ${counted(seller.warehouses_count, 'склад', 'склада', 'складов')}`}
        />
      </dl>
      <SellerPictures seller={seller} mayWrite={mayWrite} />
    </Panel>
  )
}

const requisitesOf = ({ inn, kpp, ogrn }: Seller) =>
  [`ИНН ${inn}`, kpp !== null && `КПП ${kpp}`, `ОГРН ${ogrn}`].filter(Boolean).join(', ')

const Fact = ({ name, text }: { name: string; text: string }) => (
  <div className="min-w-0">
    <dt className="text-xs text-text-2">{name}</dt>
    <dd className="break-words">{text}</dd>
  </div>
)

function CloseButton({ seller: { id, name, version, closed_at: closedAt } }: { seller: Seller }) {
  const isClosed = closedAt !== null
  const settings = {
    invalidates: ['sellers', 'setup', 'contractors'] as const,
    onError: (error: Error) => toast({ severity: 'error', summary: 'Компания не закрыта', detail: messageOf(error) }),
  }
  const close = useApiMutation(sellerRoutes.close, settings)
  const reopen = useApiMutation(sellerRoutes.reopen, settings)
  const press = async () => {
    const input = { params: { id }, body: { version } }
    if (isClosed) return reopen.mutate(input)
    const text = 'Новых договоров и складов у неё не будет. Прежние заказы и документы останутся.'
    if (await confirm({ title: `Закрыть ${name}?`, text })) close.mutate(input)
  }
  return (
    <Button
      size="sm"
      look="ghost"
      busy={close.isPending || reopen.isPending}
      aria-label={`${isClosed ? 'Вернуть' : 'Закрыть'}: ${name}`}
      onClick={() => void press()}
    >
      {isClosed ? 'Вернуть' : 'Закрыть'}
    </Button>
  )
}
