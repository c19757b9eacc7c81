import type { ContractorDetails } from '@artikul/contract/contractors'
import { IconPackages } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button.tsx'
import { CurrentCompany } from './current-company.tsx'

export const OrdersTab = ({ company }: { company: ContractorDetails }) => (
  <CurrentCompany
    company={company}
    title="Заказы компании"
    text="Все заказы, их строки и состояния собраны в разделе «Заказы»."
    link={
      <Link to="/orders" className={buttonClass()}>
        <IconPackages size={16} aria-hidden="true" />
        Открыть заказы
      </Link>
    }
  />
)
