import { Panel } from '../../../ui/panel.tsx'
import { RecentSearches } from './recent-searches.tsx'
import { useSearches } from './search-history.ts'

const SHOWN = 8

/** Recent searches in this browser; the search box is above every page. */
export default function SearchedPanel() {
  const searches = useSearches().slice(0, SHOWN)
  if (searches.length === 0) return null
  return (
    <Panel title="Вы искали">
      <RecentSearches searches={searches} />
    </Panel>
  )
}
