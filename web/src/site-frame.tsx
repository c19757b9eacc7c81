import { Outlet } from '@tanstack/react-router'
import { PartSearch } from './features/catalog/part-search.tsx'
import { Shell } from './features/shell/shell.tsx'

/** Introduces the features that share the frame of every page. */
export function SiteFrame() {
  return (
    <Shell search={<PartSearch />}>
      <Outlet />
    </Shell>
  )
}
