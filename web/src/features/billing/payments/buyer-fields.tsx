import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { paymentRoutes } from '@artikul/contract/billing/payments'
import { LookupField } from '../../../ui/fields/lookup-field.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { query } from '../../../lib/api/query.ts'
import { buyerQuery } from './payments.api.ts'

interface Buyer {
  id: number
  name: string
}

interface Props {
  buyer: Buyer | null
  contractId: number | null
  /** Limits contracts to this seller; undefined: all sellers. */
  sellerId?: number | undefined
  onBuyerChange: (buyer: Buyer | null) => void
  onContractChange: (contractId: number | null) => void
  errors: { buyer: string | undefined; contract: string | undefined }
}

const buyersQuery = (q: string) =>
  query(
    paymentRoutes.buyers,
    { query: { q } },
    {
      select: ({ results }) => results.map(({ id, name, inn }) => ({ id, name: `${name}, ИНН ${inn}` })),
      placeholderData: keepPreviousData,
    },
  )

/** Fields of the buyer and, once it is known, the contract. */
export function BuyerFields({ buyer, contractId, sellerId, onBuyerChange, onContractChange, errors }: Props) {
  const known = useQuery(buyerQuery(buyer?.id))
  const payable = buyer ? known.data : undefined
  const contracts = payable?.contracts.filter((one) => sellerId === undefined || one.seller_id === sellerId) ?? []
  return (
    <>
      <LookupField
        label="Покупатель"
        required
        placeholder="Название или ИНН"
        lookUp={buyersQuery}
        value={buyer}
        onValueChange={onBuyerChange}
        error={errors.buyer}
      />
      {buyer && !payable && <QueryFallback error={known.error} onRetry={known.refetch} rows={3} />}
      {payable && (
        <Select
          label="Договор"
          required
          placeholder={contracts.length === 0 ? 'Договоров с этим продавцом нет' : 'Выберите договор'}
          disabled={contracts.length === 0}
          items={contracts.map(({ id, number, seller }) => ({ value: id, label: `${number}, ${seller}` }))}
          value={contractId}
          onValueChange={onContractChange}
          error={errors.contract}
        />
      )}
    </>
  )
}
