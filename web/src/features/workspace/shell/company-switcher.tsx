import { IconBuilding, IconChevronDown } from '@tabler/icons-react'
import { useSession } from '../../../lib/session/current-session.ts'
import { changeContractor } from '../../../ui/change-contractor.ts'
import { Menu } from '../../../ui/windows/menu.tsx'

const NAME = 'flex h-9 max-w-full min-w-0 items-center gap-1.5 rounded-md px-2 text-sm pointer-coarse:h-11'

/** Current company of the page; a select when the user has several. */
export function CompanySwitcher() {
  const { user, contractors, contractor } = useSession()
  const companies = contractors.length > 0 ? contractors : (user?.contractors ?? [])

  const name = contractor?.name ?? 'Выберите компанию'
  if (companies.length === 0) return null
  if (companies.length === 1 && contractor) {
    return (
      <span className={NAME} title={`${name}, ИНН ${contractor.inn}`}>
        <IconBuilding size={16} aria-hidden="true" className="text-text-2" />
        <span className="max-w-44 min-w-0 truncate lg:max-xl:max-w-20">{name}</span>
      </span>
    )
  }
  return (
    <Menu
      label={`Покупатель: ${name}. Сменить`}
      buttonClass={`${NAME} hover:bg-group`}
      button={
        <>
          <IconBuilding size={16} aria-hidden="true" className="text-text-2" />
          <span className="max-w-44 min-w-0 truncate lg:max-xl:max-w-20">{name}</span>
          <IconChevronDown size={14} aria-hidden="true" className="text-text-2" />
        </>
      }
      heading={<p className="text-xs text-text-2">Покупатель</p>}
      items={companies.map((company) => ({
        label: `${company.name}, ИНН ${company.inn}`,
        checked: company.id === contractor?.id,
        onSelect: () => void changeContractor(company.id),
      }))}
    />
  )
}
