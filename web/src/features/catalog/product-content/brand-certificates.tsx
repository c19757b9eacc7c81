import { certificateRoutes } from '@artikul/contract/catalog/certificates'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../lib/api/query.ts'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Certificates } from './certificates.tsx'

/** Certificates of a brand, changed at once. */
export default function BrandCertificates({ brandId: id }: { brandId: number }) {
  const { data, error, refetch } = useQuery(query(certificateRoutes.listOfBrand, { params: { id } }))
  return (
    <section aria-label="Сертификаты" className="mt-5 flex flex-col gap-2 border-t border-hairline pt-4">
      <h3 className="text-base font-semibold">Сертификаты</h3>
      <p className="text-sm text-text-2">Видны на странице каждого товара бренда, пока действуют.</p>
      {data ? (
        <Certificates owner={{ of: 'brand', id }} certificates={data.results} />
      ) : (
        <QueryFallback error={error} onRetry={refetch} rows={1} />
      )}
    </section>
  )
}
