import type { OneCNode } from '@artikul/contract/integrations/one-c'
import { NEW_COMPANY_STATES, oneCOdataRoutes, type NewCompany } from '@artikul/contract/integrations/one-c-odata'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { Panel } from '../../../ui/panel.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { LIVE, ONE_C_KEYS } from './one-c.api.ts'

interface Props {
  node: OneCNode
  mayWrite: boolean
}

/** Companies of the portal that 1C has not got yet. */
export function NewCompanies({ node, mayWrite }: Props) {
  const { data, error, refetch } = useQuery(query(oneCOdataRoutes.newCompanies, { params: { id: node.id } }, LIVE))
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={2} />
  return (
    <div className="mb-4">
      <Panel flush title="Новые покупатели для 1С">
        {data.results.length === 0 ? (
          <p className="px-4 pt-1 pb-3 text-sm text-text-2">
            {node.reads_odata
              ? 'Все переданы. Покупатель с договором нашей компании появится в 1С после одобрения, при следующем чтении.'
              : 'Покупатели передаются при чтении по OData: подключите его на соседней вкладке.'}
          </p>
        ) : (
          <>
            {node.is_trial && (
              <p className="px-4 pt-1 pb-2 text-sm text-text-2">Уйдут в 1С, когда вы включите обмен.</p>
            )}
            <ul>
              {data.results.map((company) => (
                <Row key={company.contractor_id} nodeId={node.id} company={company} mayWrite={mayWrite} />
              ))}
            </ul>
          </>
        )}
      </Panel>
    </div>
  )
}

function Row({ nodeId, company, mayWrite }: { nodeId: number; company: NewCompany; mayWrite: boolean }) {
  const { contractor_id, name, inn, kpp, queued_at, state, reason } = company
  const resend = useApiMutation(oneCOdataRoutes.resendCompany, {
    invalidates: ONE_C_KEYS,
    onSuccess: () => toast({ severity: 'success', summary: 'Покупатель поставлен на передачу' }),
    onError: toastRefusal('Не поставлен на передачу'),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-hairline px-4 py-2 text-sm">
      <span className="min-w-0 flex-1 basis-60 break-words">
        <span className="font-semibold">{name}</span>
        <span className="block text-text-2">
          ИНН {inn}
          {kpp !== null && `, КПП ${kpp}`} · с {moment(queued_at)}
        </span>
        {reason !== '' && <span className="block text-text-2">{reason}</span>}
      </span>
      <Tag tone={state === 'waiting' ? 'warn' : 'neutral'}>{NEW_COMPANY_STATES[state]}</Tag>
      {mayWrite && state === 'waiting' && (
        <Button
          size="sm"
          busy={resend.isPending}
          aria-label={`Передать ещё раз: ${name}`}
          onClick={() => resend.mutate({ params: { id: nodeId }, body: { contractor_id } })}
        >
          Передать ещё раз
        </Button>
      )}
    </li>
  )
}
