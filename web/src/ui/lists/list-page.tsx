import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from '../breadcrumbs.tsx'

interface HeaderProps {
  title: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
  crumbs?: readonly Crumb[]
}

export function PageHeader({ title, subtitle, actions, crumbs }: HeaderProps) {
  return (
    <div className="mb-3">
      {crumbs && <Breadcrumbs items={crumbs} />}
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold break-words">{title}</h1>
          {subtitle && <div className="text-sm text-text-2">{subtitle}</div>}
        </div>
        {actions && (
          <div className="flex flex-wrap items-center gap-2" data-screen-only="">
            {actions}
          </div>
        )}
      </div>
    </div>
  )
}

/** Layout of every list: header, filters, rows, pages. */
export function ListPage({
  filters,
  children,
  footer,
  ...header
}: HeaderProps & { filters?: ReactNode; children: ReactNode; footer?: ReactNode }) {
  return (
    <>
      <PageHeader {...header} />
      {filters && (
        <div className="mb-3 flex flex-wrap items-end gap-2" data-screen-only="">
          {filters}
        </div>
      )}
      <div className="rounded-lg border border-hairline bg-surface">{children}</div>
      {footer}
    </>
  )
}
