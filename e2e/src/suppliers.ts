import { beforeAll } from 'vitest'
import { ACCOUNTS } from './browser.ts'
import { callAs } from './people.ts'

const PAUSE_MS = 200

interface Supplier {
  id: number
  url: string
  is_on: boolean
  /** Times at which orders are sent to the supplier. */
  sending: string
}

/** Suppliers of the demonstration, which respond shortly after their server has started. */
export function useSuppliers(): () => readonly Supplier[] {
  let suppliers: readonly Supplier[] = []
  beforeAll(async () => {
    const manager = await callAs(ACCOUNTS.ArtikulOrderManager)
    const areOn = async () => {
      suppliers = (await manager.get<{ results: Supplier[] }>('/online-suppliers')).results
      return suppliers.length > 0 && suppliers.every((supplier) => supplier.is_on)
    }
    while (!(await areOn())) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }, 30_000)
  return () => suppliers
}
