import type { ProductBrief } from '@artikul/contract/catalog/catalog'
import { useQuery } from '@tanstack/react-query'
import { IconCalculator } from '@tabler/icons-react'
import { useState } from 'react'
import { useBuyer } from '../../../lib/session/buyer.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/windows/dialog.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Explanation } from './explanation.tsx'
import { explanationQuery } from './price-conditions.api.ts'

/** «Почему такая цена»: for the buyer chosen by the manager, or at retail prices. */
export default function WhyPrice({ product }: { product: ProductBrief }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<IconCalculator size={16} />} onClick={() => setOpen(true)}>
        Почему такая цена
      </Button>
      {open && <Steps product={product} onClose={() => setOpen(false)} />}
    </>
  )
}

function Steps({ product, onClose }: { product: ProductBrief; onClose: () => void }) {
  const buyer = useBuyer()
  const { data, error, refetch } = useQuery(explanationQuery({ product_id: product.id, contractor_id: buyer?.id }))
  return (
    <Dialog
      side
      title={`Почему такая цена: ${product.brand} ${product.article}`}
      description={buyer ? buyer.name : 'Без покупателя: розничная колонка'}
      open
      onClose={onClose}
      actions={<Button onClick={onClose}>Закрыть</Button>}
    >
      {data?.offers.map((offer) => (
        <Explanation key={offer.offer_id} offer={offer} />
      ))}
      {data?.offers.length === 0 && <EmptyState title="Сейчас ни у кого нет" />}
      {!data && <QueryFallback error={error} onRetry={refetch} rows={8} />}
    </Dialog>
  )
}
