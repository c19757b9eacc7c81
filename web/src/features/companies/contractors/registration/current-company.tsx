import type { ContractorDetails } from '@artikul/contract/companies/contractors'
import type { ReactNode } from 'react'
import { useSession } from '../../../../lib/session/current-session.ts'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { MakeCurrentButton } from './make-current-button.tsx'

interface Props {
  company: ContractorDetails
  title: string
  text: string
  /** Link to the page of the current company. */
  link: ReactNode
}

/** Page of one section for the client's current company. */
export function CurrentCompany({ company, title, text, link }: Props) {
  const { contractor } = useSession()
  const isCurrent = contractor?.id === company.id
  return (
    <Panel>
      <EmptyState
        title={title}
        text={isCurrent ? text : 'Сначала сделайте эту компанию текущей: раздел показывает данные выбранной компании.'}
        action={isCurrent ? link : <MakeCurrentButton id={company.id} />}
      />
    </Panel>
  )
}
