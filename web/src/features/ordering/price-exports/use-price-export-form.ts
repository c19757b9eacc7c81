import type { PriceExportFields, PriceExportFormat } from '@artikul/contract/ordering/price-exports'
import { useState } from 'react'
import { useDestination } from '../../../lib/page/destination.ts'
import type { Brand } from './brands-field.tsx'
import type { Group } from './groups-field.tsx'

/** Form state of a price export; the delivery point defaults to that of the page. */
export function usePriceExportForm() {
  const { points, chosen } = useDestination()
  const [format, setFormat] = useState<PriceExportFormat>('xlsx')
  const [inStock, setInStock] = useState(true)
  const [brands, setBrands] = useState<readonly Brand[]>([])
  const [groups, setGroups] = useState<readonly Group[]>([])
  const [picked, setPicked] = useState<number | null>(null)
  const pointId = picked ?? chosen?.id ?? null
  const fields: PriceExportFields = {
    format,
    brand_ids: brands.map(({ id }) => id),
    group_ids: groups.map(({ id }) => id),
    in_stock: inStock,
    consignee_id: pointId,
  }
  return {
    ...{ points, pointId, setPoint: setPicked, fields },
    ...{ format, setFormat, inStock, setInStock, brands, setBrands, groups, setGroups },
  }
}
export type PriceExportForm = ReturnType<typeof usePriceExportForm>
