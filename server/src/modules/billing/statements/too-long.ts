import { formatQty } from '@artikul/contract/core/money'
import { AppError } from '../../../platform/errors.ts'

/** Builds the error for a period with too many documents. */
export const tooLong = (most: number) =>
  new AppError('statements.too_long', {
    detail: `За период больше ${formatQty(most)} документов: возьмите его короче`,
  })
