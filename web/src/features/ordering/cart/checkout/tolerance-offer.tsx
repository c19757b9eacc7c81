import { contractorRoutes } from '@artikul/contract/companies/contractors'
import type { LineDifference } from '@artikul/contract/core/errors'
import { toleranceFor, toleranceText, type Tolerance } from '@artikul/contract/companies/tolerance'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError, messageOf } from '../../../../lib/api/api-error.ts'
import { useHasRole, useSession } from '../../../../lib/session/current-session.ts'
import { Button } from '../../../../ui/button.tsx'
import { FormError } from '../../../../ui/fields/form.tsx'
import { query } from '../../../../lib/api/query.ts'
import { useApiMutation } from '../../../../lib/api/use-api-mutation.ts'

interface Props {
  differences: readonly LineDifference[]
}

/** Offers a client admin to set the tolerance that would have accepted the differences. */
export function ToleranceOffer(props: Props) {
  const maySet = useHasRole('ContractorAdmin')
  const { contractor } = useSession()
  return maySet && contractor && <Offer {...props} companyId={contractor.id} />
}

function Offer({ differences, companyId }: Props & { companyId: number }) {
  const params = { id: companyId }
  const card = useQuery(query(contractorRoutes.get, { params }, { staleTime: 0 }))
  const save = useApiMutation(contractorRoutes.update, {
    // After a refusal too, so that another user's changes become the starting point.
    invalidates: ['contractors'],
  })
  const saved = save.isSuccess && save.variables.body.tolerance
  if (saved) return <Saved companyId={companyId} tolerance={saved} />
  const company = card.data
  const wanted = company && toleranceFor(differences, company.tolerance)
  const text = wanted && toleranceText(wanted)
  if (!company || !wanted || !text) return null
  return (
    <div className="mt-2 flex flex-col items-start gap-1.5">
      {save.error && <FormError text={refusalText(save.error)} />}
      <Button
        size="sm"
        busy={save.isPending || card.isFetching}
        onClick={() => save.mutate({ params, body: { version: company.version, tolerance: wanted } })}
      >
        Принимать такие изменения впредь: {text}
      </Button>
    </div>
  )
}

const refusalText = (error: Error) =>
  error instanceof ApiError && error.code === 'stale'
    ? 'Карточку компании только что изменили. Проверьте пределы и нажмите ещё раз'
    : messageOf(error)

const Saved = ({ companyId, tolerance }: { companyId: number; tolerance: Tolerance }) => (
  <p role="status" className="mt-2">
    Впредь принимаются без вопроса изменения {toleranceText(tolerance)}. Изменить пределы можно в{' '}
    <Link to="/contractors/$id" params={{ id: String(companyId) }} className="text-brand underline underline-offset-2">
      карточке компании
    </Link>
    .
  </p>
)
