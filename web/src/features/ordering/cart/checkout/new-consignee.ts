import { createContext, use, type ComponentType } from 'react'
import { useMay } from '../../../../lib/session/current-session.ts'

interface Props {
  onClose: () => void
  onCreated: (id: number) => void
}

/** Form of a new delivery point. It belongs to another feature, so the route provides it. */
export type NewConsignee = ComponentType<Props>

export const NewConsigneeContext = createContext<NewConsignee | null>(null)

/** Returns `null` where the form is unavailable. */
export function useNewConsignee(): NewConsignee | null {
  const form = use(NewConsigneeContext)
  return useMay('change_points') ? form : null
}
