import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contractorRoutes } from '@artikul/contract/companies/contractors'
import { useHasRole } from '../../../../lib/session/current-session.ts'
import { query } from '../../../../lib/api/query.ts'

/**
 * Returns the name of the filtered company from the first row, or from its card. Preserved while paging, so that the
 * name does not flicker.
 */
export function useCompanyName(
  id: number | undefined,
  rows: readonly { contractor: string }[] | undefined,
): string | undefined {
  const mayReadCards = useHasRole('ArtikulOrderManager')
  const [known, setKnown] = useState<{ id: number; name: string } | null>(null)
  const name = rows?.[0]?.contractor
  if (id !== undefined && name !== undefined && known?.id !== id) setKnown({ id, name })
  const isNameless = id !== undefined && known?.id !== id && rows?.length === 0
  const { data } = useQuery(
    query(
      contractorRoutes.get,
      { params: { id: id ?? 0 } },
      { select: (company) => company.name, enabled: mayReadCards && isNameless },
    ),
  )
  return known?.id === id ? known?.name : data
}
