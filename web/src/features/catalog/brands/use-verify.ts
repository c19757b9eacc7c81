import { brandRoutes, type BrandItem } from '@artikul/contract/catalog/brands'
import { counted } from '@artikul/contract/core/plural'
import { useMutation } from '@tanstack/react-query'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'

/** Verifies brands one by one: the first refusal leaves the rest in the queue. */
async function verifyAll(brands: readonly BrandItem[]) {
  for (const { id, version } of brands)
    await call(brandRoutes.update, { params: { id }, body: { version, is_verified: true } })
}

/** Marks new brands as verified. */
export function useVerify(onDone: () => void) {
  const refresh = useInvalidate('brands')
  const { mutate, variables, isPending } = useMutation({
    mutationFn: verifyAll,
    onSuccess: (_, brands) => {
      const [only] = brands
      const detail = brands.length === 1 && only ? only.name : counted(brands.length, 'бренд', 'бренда', 'брендов')
      toast({ severity: 'success', summary: brands.length === 1 ? 'Бренд проверен' : 'Бренды проверены', detail })
    },
    onError: toastRefusal('Проверены не все бренды'),
    onSettled: () => {
      onDone()
      return refresh()
    },
  })
  return { verify: mutate, verifying: isPending ? variables : [] }
}
