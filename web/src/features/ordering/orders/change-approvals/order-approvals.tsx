import type { ChangeApproval } from '@artikul/contract/ordering/orders/change-approvals'
import type { Order } from '@artikul/contract/ordering/orders/orders'
import type { ReactNode } from 'react'
import { useHasRole } from '../../../../lib/session/current-session.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { AnswerButtons, CloseButton, ApprovalCard } from './approval-card.tsx'

/** Change approvals of the order's lines; hidden when there are none. */
export function OrderApprovals({ order: { decisions, can } }: { order: Order }) {
  const isStaff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  const open = decisions.filter(({ state }) => state === 'open')
  const ended = decisions.filter(({ state }) => state !== 'open')
  return (
    <>
      {open.length > 0 && (
        <Panel flush title={isStaff ? 'Требуют решения клиента' : 'Ждут вашего решения'}>
          <Cards decisions={open} actsOf={(decision) => can.answer && <AnswerButtons decision={decision} />} />
        </Panel>
      )}
      {ended.length > 0 && (
        <Panel flush title="Срок ответа истёк">
          <Cards decisions={ended} actsOf={(decision) => can.change && <CloseButton decision={decision} />} />
        </Panel>
      )}
    </>
  )
}

interface CardsProps {
  decisions: readonly ChangeApproval[]
  actsOf: (decision: ChangeApproval) => ReactNode
}

const Cards = ({ decisions, actsOf }: CardsProps) => (
  <ul className="divide-y divide-hairline">
    {decisions.map((decision) => (
      <li key={decision.id}>
        <ApprovalCard decision={decision} acts={actsOf(decision)} />
      </li>
    ))}
  </ul>
)
