import type { Product } from '@artikul/contract/catalog/catalog'
import { certificateRoutes } from '@artikul/contract/catalog/certificates'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../lib/api/query.ts'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Certificates } from './certificates.tsx'

/** «Сертификаты» of a product; hidden while there is nothing to see or to add, and when the request fails. */
export default function ProductCertificates({ product: { id } }: { product: Product }) {
  const mayAdd = useHasRole('ArtikulOrderManager')
  const { data } = useQuery(query(certificateRoutes.list, { params: { id } }))
  if (!data || (data.results.length === 0 && !mayAdd)) return null
  return (
    <Panel title="Сертификаты">
      <Certificates owner={{ of: 'product', id }} certificates={data.results} />
    </Panel>
  )
}
