import type { ComponentProps, ReactNode } from 'react'
import { Panel } from '../panel.tsx'
import { PagedTable } from './paged-table.tsx'
import { Pages } from './pages.tsx'

interface Props<Row extends object>
  extends ComponentProps<typeof PagedTable<Row>>, Omit<ComponentProps<typeof Pages>, 'query'> {
  title?: ReactNode
  actions?: ReactNode
  /** Content above the table. */
  children?: ReactNode
}

/** Panel with one page of a list, and its pages below. */
export const PagedPanel = <Row extends object>({
  title,
  actions,
  children,
  search,
  onChange,
  moreThan,
  ...table
}: Props<Row>) => (
  <>
    <Panel flush title={title} actions={actions}>
      {children}
      <PagedTable {...table} />
    </Panel>
    <Pages query={table.query} search={search} onChange={onChange} {...(moreThan !== undefined && { moreThan })} />
  </>
)
