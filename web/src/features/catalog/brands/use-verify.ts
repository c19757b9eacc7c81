import type { BrandItem } from '@artikul/contract/catalog/brands'
import { counted } from '@artikul/contract/core/plural'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { toast } from '../../../ui/hints/toast.ts'
import { changeBrand } from './brands.api.ts'

/** Verifies brands one by one: the first refusal leaves the rest in the queue. */
async function verifyAll(brands: readonly BrandItem[]) {
  for (const { id, version } of brands) await changeBrand(id, { version, is_verified: true })
}

/** Marks new brands as verified. */
export function useVerify(onDone: () => void) {
  const queryClient = useQueryClient()
  const { mutate, variables, isPending } = useMutation({
    mutationFn: verifyAll,
    onSuccess: (_, brands) => {
      const [only] = brands
      const detail = brands.length === 1 && only ? only.name : counted(brands.length, 'бренд', 'бренда', 'брендов')
      toast({ severity: 'success', summary: brands.length === 1 ? 'Бренд проверен' : 'Бренды проверены', detail })
    },
    onError: (error) => toast({ severity: 'error', summary: 'Проверены не все бренды', detail: messageOf(error) }),
    onSettled: () => {
      onDone()
      return queryClient.invalidateQueries({ queryKey: ['brands'] })
    },
  })
  return { verify: mutate, verifying: isPending ? variables : [] }
}
