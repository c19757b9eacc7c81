import type { OneCNode } from '@artikul/contract/integrations/one-c'
import type { OneCProps } from './one-c.api.ts'

/** What every tab of a node's page gets. */
export interface NodeTabProps extends OneCProps {
  node: OneCNode
  mayWrite: boolean
}
