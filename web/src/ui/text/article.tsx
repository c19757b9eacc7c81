import { cx } from '../cx.ts'

/** Part number: monospaced, with a marked zero, never broken. */
export const Article = ({ children, className }: { children: string; className?: string }) => (
  <span className={cx('article', className)} translate="no">
    {children}
  </span>
)
