import { isStaff } from '@artikul/contract/core/roles'
import {
  IconBuilding,
  IconFileInvoice,
  IconPackage,
  IconPackages,
  IconSearch,
  IconTag,
  IconTruckDelivery,
  IconPhone,
} from '@tabler/icons-react'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { findRoutes, MIN_TYPED } from '@artikul/contract/workspace/global-search'
import { useSession } from '../../../lib/session/current-session.ts'
import { rolesOf } from '../../../lib/session/session.ts'
import { useDebouncedValue } from '../../../lib/browser/use-debounced-value.ts'
import { query } from '../../../lib/api/query.ts'
import { foundGroups } from './found-groups.ts'
import { useOwnGroups, type SearchChoice, type ChoiceGroup } from './own-groups.ts'
import { useImpersonationChoices } from './use-impersonation-choices.ts'
import { recentPlaces, type Place } from './recent.ts'

const isLongEnough = (typed: string) => Array.from(typed).length >= MIN_TYPED

/** Keystrokes further apart do not belong to one word. */
const PAUSE_MS = 120

const ICONS: Partial<Record<Place['kind'], SearchChoice['icon']>> = {
  order: IconPackages,
  line: IconTag,
  shipment: IconTruckDelivery,
  invoice: IconFileInvoice,
  product: IconPackage,
  company: IconBuilding,
  contact: IconPhone,
}

const placeChoice = (place: Place): SearchChoice => ({
  title: place.title,
  note: place.note,
  icon: ICONS[place.kind] ?? IconSearch,
  place,
})

const inCatalogue = (typed: string): ChoiceGroup => ({
  title: 'Каталог',
  choices: [
    {
      title: `Искать «${typed}» в каталоге`,
      icon: IconSearch,
      place: { kind: 'page', title: `Поиск «${typed}»`, note: '', href: `/catalog?q=${encodeURIComponent(typed)}` },
    },
  ],
})

/** Server results for the text, and whether they are complete. */
function useFound(typed: string) {
  const settled = useDebouncedValue(typed, PAUSE_MS)
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(
    query(
      findRoutes.find,
      { query: { q: settled } },
      // Fresh for a short time, because the searched object may appear a moment later.
      { enabled: isLongEnough(settled), placeholderData: keepPreviousData, staleTime: 5000 },
    ),
  )
  const isAsked = isLongEnough(typed)
  const isReady = !isAsked || (settled === typed && !isPlaceholderData && data !== undefined)
  const failure = isAsked && settled === typed && !isFetching ? error : null
  return {
    data: isAsked ? data : undefined,
    settled,
    isAsked,
    /** True when the server's results for the current text are complete. */
    isReady,
    isBusy: !isReady && failure === null,
    error: failure,
    retry: () => void refetch(),
  }
}

/** Choices below the field, by groups; without a text, the recent places and all actions. */
export function useChoices(typed: string) {
  const { user, contractor } = useSession()
  const owner = `${user?.id ?? 0}:${contractor?.id ?? 0}`
  const { data, settled, ...found } = useFound(typed)
  const impersonation = useImpersonationChoices(settled, data)
  const own = useOwnGroups(typed)
  const shown = data ? foundGroups(data, isStaff(rolesOf(user))) : []
  const recent = typed === '' ? recentPlaces(owner).map(placeChoice) : []
  const groups = [
    ...(recent.length > 0 ? [{ title: 'Недавнее', choices: recent }] : []),
    ...own,
    ...shown.map(({ title, places }) => ({ title, choices: places.map(placeChoice) })),
  ]
  return {
    ...found,
    owner,
    groups: found.isAsked ? [...groups, inCatalogue(typed), ...impersonation] : groups,
    /** Local results come first and do not move when the others arrive. */
    isStable: own.length > 0 || recent.length > 0,
    isEmpty: found.isAsked && found.isReady && groups.length === 0 && impersonation.length === 0,
    /** True for a text too short to search that matches no page or action. */
    isTooShort: !found.isAsked && groups.length === 0,
  }
}
export type Choices = ReturnType<typeof useChoices>
