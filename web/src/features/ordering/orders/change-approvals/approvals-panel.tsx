import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../../lib/session/current-session.ts'
import { changeApprovalsQuery } from '../../../../lib/queries/change-approvals-query.ts'
import { QueryPanel } from '../../../../ui/lists/query-panel.tsx'
import { AnswerButtons, ApprovalCard } from './approval-card.tsx'

/** Change approvals that wait for the client, with buttons to answer. */
export default function ApprovalsPanel() {
  const mayAnswer = useMay('place_orders')
  const decisions = useQuery(changeApprovalsQuery)
  const count = decisions.data?.results.length ?? 0
  return (
    <QueryPanel
      query={decisions}
      expected={2}
      title={
        <>
          Ждут вашего решения
          {count > 0 && (
            <span className="ml-2 font-normal text-text-2">
              {count}
              {decisions.data?.has_more && '+'}
            </span>
          )}
        </>
      }
      actions={
        count > 0 && (
          <Link to="/orders" search={{ tab: 'lines', decision: 'open' }} className="quiet-link text-sm">
            Показать строки<span className="sr-only">: ждут вашего решения</span>
          </Link>
        )
      }
    >
      {({ results }) =>
        results.length === 0 ? (
          <p className="px-4 py-3 text-sm text-text-2">Вопросов к вам нет.</p>
        ) : (
          <ul className="divide-y divide-hairline">
            {results.map((decision) => (
              <li key={decision.id}>
                <ApprovalCard withOrder decision={decision} acts={mayAnswer && <AnswerButtons decision={decision} />} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryPanel>
  )
}
