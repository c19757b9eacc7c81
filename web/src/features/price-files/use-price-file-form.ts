import type { PriceFileFields, PriceFileFormat } from '@artikul/contract/price-files'
import { useState } from 'react'
import { useDestination } from '../../lib/destination.ts'
import type { Brand } from './brands-field.tsx'

/** What goes into a file, as it stands on the screen: the point is the page's own «Куда» until another is chosen. */
export function usePriceFileForm() {
  const { points, chosen } = useDestination()
  const [format, setFormat] = useState<PriceFileFormat>('xlsx')
  const [inStock, setInStock] = useState(true)
  const [brands, setBrands] = useState<readonly Brand[]>([])
  const [picked, setPicked] = useState<number | null>(null)
  const pointId = picked ?? chosen?.id ?? null
  const fields: PriceFileFields = {
    format,
    brand_ids: brands.map(({ id }) => id),
    in_stock: inStock,
    consignee_id: pointId,
  }
  return { points, format, setFormat, inStock, setInStock, brands, setBrands, pointId, setPoint: setPicked, fields }
}
export type PriceFileForm = ReturnType<typeof usePriceFileForm>
