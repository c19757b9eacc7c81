import { contractorRoutes, type ContractorDetails } from '@artikul/contract/companies/contractors'
import type { LineDifference } from '@artikul/contract/core/errors'
import { toleranceFor, toleranceText, type Tolerance } from '@artikul/contract/companies/tolerance'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError, messageOf } from '../../../../lib/api/api-error.ts'
import { call } from '../../../../lib/api/call.ts'
import { useHasRole, useSession } from '../../../../lib/session/current-session.ts'
import { Button } from '../../../../ui/button.tsx'
import { FormError } from '../../../../ui/fields/form.tsx'

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
  const params = { id: String(companyId) }
  const queryClient = useQueryClient()
  const card = useQuery({
    queryKey: ['contractor', String(companyId), 'card'],
    queryFn: ({ signal }) => call(contractorRoutes.get, { params, signal }),
    staleTime: 0,
  })
  const save = useMutation({
    mutationFn: ({ version, tolerance }: Pick<ContractorDetails, 'version' | 'tolerance'>) =>
      call(contractorRoutes.update, { params, body: { version, tolerance } }),
    // Refetches the company after a refusal too, so that another user's changes become the starting point.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['contractor'] }),
  })
  if (save.isSuccess) return <Saved companyId={companyId} tolerance={save.variables.tolerance} />
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
        onClick={() => save.mutate({ version: company.version, tolerance: wanted })}
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
    <Link to="/contractors/$id" params={{ id: String(companyId) }} className="text-accent underline underline-offset-2">
      карточке компании
    </Link>
    .
  </p>
)
