import { photoUrl } from '@artikul/contract/catalog/product-photos'
import { cx } from './cx.ts'

interface Props {
  /** Undefined for a product without a photo: the place stays empty. */
  hash: string | undefined
  /** Class of the size, which is fixed so that nothing moves when the picture appears. */
  className: string
}

/** Small photo beside the name of a product, which says the same in words. */
export const ProductThumbnail = ({ hash, className }: Props) =>
  hash === undefined ? (
    <span className={cx('flex-none', className)} />
  ) : (
    <img
      src={photoUrl(hash, 'thumbnail')}
      alt=""
      loading="lazy"
      decoding="async"
      className={cx('flex-none rounded-sm border border-hairline bg-white object-contain', className)}
    />
  )
