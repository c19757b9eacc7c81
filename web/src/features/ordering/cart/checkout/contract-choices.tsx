import type { ContractChoice } from '@artikul/contract/ordering/orders/orders'
import { roubles } from '../../../../lib/text/format.ts'
import { Select } from '../../../../ui/fields/select.tsx'

interface Props {
  choices: readonly ContractChoice[]
  disabled: boolean
  /** Receives one contract per listed seller. */
  onChoose: (contractIds: number[]) => void
}

/** Contracts of the orders, where several of a seller are in force; a choice applies to all orders of the seller. */
export function ContractChoices({ choices, disabled, onChoose }: Props) {
  if (choices.length === 0) return null
  const choose = (changed: ContractChoice, id: number) =>
    onChoose(choices.map((choice) => (choice === changed ? id : choice.contract_id)))
  return (
    <div className="flex flex-col gap-3.5">
      {choices.map((choice) => (
        <Select
          key={choice.seller}
          label={`Договор, ${choice.seller}`}
          items={choice.contracts.map((one) => ({ value: one.id, label: optionText(one) }))}
          value={choice.contract_id}
          disabled={disabled}
          onValueChange={(id) => id !== null && choose(choice, id)}
        />
      ))}
    </div>
  )
}

/** «№ 17: предоплата 100 %», «№ 18: отсрочка 14 календарных дней с отгрузки, доступно 120 000,00 ₽». */
const optionText = ({ contract, payment_terms, available_kop }: ContractChoice['contracts'][number]) =>
  `${contract}: ${payment_terms}${available_kop === null ? '' : `, доступно ${roubles(available_kop)}`}`
