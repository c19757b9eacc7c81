import { cx } from '../cx.ts'

/** A part number: monospaced, zero marked, never broken. */
export const Article = ({ children, className }: { children: string; className?: string }) => (
  <span className={cx('article', className)} translate="no">
    {children}
  </span>
)
