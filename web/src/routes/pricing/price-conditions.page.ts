import {
  changesQuery,
  conditionsQuery,
  priceGroupsQuery,
  underFloorQuery,
  type ConditionsSearch,
} from '../../features/pricing/price-conditions/price-conditions.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ deps }: { deps: ConditionsSearch }) => {
  prefetch(priceGroupsQuery)
  if (deps.tab === 'changes') prefetch(changesQuery(deps))
  else if (deps.tab === 'under') prefetch(underFloorQuery(deps))
  else if (deps.tab === undefined || deps.tab === 'conditions') prefetch(conditionsQuery(deps))
}

export { default } from '../../features/pricing/price-conditions/price-conditions-page.tsx'
