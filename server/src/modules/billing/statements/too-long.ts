import { formatQty } from '@artikul/contract/core/money'
import { AppError } from '../../../platform/errors.ts'

/** More documents in a period than are read at once. */
export const tooLong = (most: number) =>
  new AppError('settlements.too_long', {
    detail: `За период больше ${formatQty(most)} документов: возьмите его короче`,
  })
