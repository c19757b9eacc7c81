import { createContext, use, type ComponentType } from 'react'

interface Props {
  onClose: () => void
  onCreated: (id: number) => void
}

/** The form of a new delivery point. It belongs to another feature, so the route hands it over. */
export type NewConsignee = ComponentType<Props>

export const NewConsigneeContext = createContext<NewConsignee | null>(null)

export const useNewConsignee = () => use(NewConsigneeContext)
