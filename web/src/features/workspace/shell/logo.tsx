import { Link } from '@tanstack/react-router'
import { productName } from '../../../lib/queries/product.ts'

export function Logo() {
  return (
    <Link to="/" className="flex flex-none items-center gap-2 rounded text-[1.0625rem] font-semibold tracking-wide">
      <span aria-hidden="true" className="h-5 w-3.5 -skew-x-14 rounded-xs bg-primary" />
      {productName}
    </Link>
  )
}
